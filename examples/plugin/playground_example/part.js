/** Counts the words of the step that is shown, and asks the server how many runs go on. */
export function tray(place, context) {
  const sentence = document.createElement("p");
  const server = document.createElement("p");
  place.replaceChildren(sentence, server);
  const show = () => {
    const { frames, tokens } = context.recording;
    const text = [...frames[Math.max(context.step, 0)].sampled_ids].map((id) => tokens.get(id)).join("");
    sentence.textContent = `${text.trim().split(/\s+/).length} words`;
  };
  const unlisten = context.listen(show);
  show();
  fetch("example/runs").then(async (answer) => {
    server.textContent = answer.ok ? `${(await answer.json()).runs} runs go on` : "The server is not there.";
  });
  return () => {
    unlisten();
    place.replaceChildren();
  };
}
