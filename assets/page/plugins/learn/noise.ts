/**
 * Which of these is noise? Training as a guessing game: the reader marks the noise in a text on the page's canvas. Then one
 * pass of the model over the same canvas is shown beside it, token by token: what it makes of the token that stands there,
 * and of the one that stood there, whose probability is what the loss is made of.
 */

import { element, setText } from "../../dom/elements.ts";
import { tokenText } from "../../words/glyphs.ts";
import { digits, percent } from "../../words/units.ts";
import { isNoise, noiseVerdict } from "./answers.ts";
import { Paint } from "./paint.ts";
import { bar, fillBar, nameBar } from "./bar.ts";
import type { Mark } from "./lesson.ts";
import type { Verdict } from "./answers.ts";
import type { Answered, Stand } from "./predict.ts";

/** Room for a token's text, in pixels. */
const WIDTH = 74;
const HINT = "Drag over cells, or press them; once more takes a mark back. With the keys: arrows move, Space marks.";
const LEGEND =
  "A frame is your mark. A line below is the model’s: it gives what stands there less than 50%. Press a cell.";

export function markNoise(
  question: Mark,
  { player, recording, signal, open, again: askAgain }: Stand & Answered,
  tell: (verdict: Verdict) => void,
): HTMLElement {
  const run = recording();
  const seen = run.frames[0].input_ids;
  const noise = isNoise(run, question);
  const text = run.header.spec.start as number[];
  const word = (id: number) => tokenText(run, id);
  const cells = Array.from(seen, (id, position) => ({ name: word(id), open: position < noise.length }));
  const paint = new Paint("Text: mark what is noise", cells, () => player.painter.grid);
  paint.root.classList.add("tdp-paint-noise");
  player.view.stage.append(paint.root);
  signal.addEventListener("abort", () => paint.root.remove());

  const hint = element("small.tdp-drawing-hint");
  const count = element("output");
  const show = element("button.tdp-choice", "Compare with the model");
  const clear = element("button.tdp-choice", "Clear");
  const again = element("button.tdp-choice", "Mark again");
  const bars = [bar(), bar()];
  const list = element("ol.tdp-candidates", ...bars.map(({ root }) => root));
  const says = element("p", { role: "status" });
  const model = element("div.tdp-noise-model", element("small.tdp-label", "COMPUTED"), list, says);
  let at = question.original.indexOf(Math.min(...question.original)); // the dearest

  const fill = () => {
    const marked = paint.chosen.reduce((sum, mark) => sum + mark, 0);
    setText(count, `${marked} marked`);
    show.disabled = clear.disabled = marked === 0;
    const answered = paint.shown !== null;
    setText(
      hint,
      `${answered ? LEGEND : HINT} The text has ${noise.length} tokens; what comes after it does not count.`,
    );
    show.hidden = clear.hidden = count.hidden = answered;
    again.hidden = model.hidden = !answered;
  };
  /** Opens one token of the answer. */
  const look = (position: number | null) => {
    if (paint.shown === null || position === null || position >= noise.length) return;
    at = position;
    const [stands, stood] = [word(seen[at]), word(text[at])];
    const shares = [question.standing, question.original].map((logs) => Math.exp(logs[at]));
    const marks = noise[at] ? ["stands here", "stood here"] : ["not noise", ""];
    bars.forEach((each, place) => {
      nameBar(each, place === 0 ? stands : stood, WIDTH);
      fillBar(each, shares[place]);
      setText(each.marks, marks[place]);
    });
    bars[1].root.hidden = !noise[at];
    const cost = `The model gives “${stood}” ${percent(shares[1])}. So it pays ${digits(-question.original[at], 3)} nats here.`;
    setText(says, noise[at] ? `“${stands}” is noise. ${cost}` : cost);
    paint.options.forEach((option, place) => option.classList.toggle("tdp-paint-open", place === at));
  };
  /** The canvas may show something else meanwhile. */
  const follow = () => {
    const here = open() && player.recording === run && player.step === 0 && player.noise && player.lanes.length === 1;
    const turned = paint.root.hidden === here;
    paint.root.hidden = !here;
    if (turned) player.views.prepare(); // cells to paint may be larger
    if (here) paint.place();
  };
  show.onclick = () => {
    paint.answer(question.standing.map((log) => Number(Math.exp(log) < 0.5)));
    paint.options.slice(0, noise.length).forEach((option, position) => {
      const words = [
        word(seen[position]),
        noise[position] ? `noise for “${word(text[position])}”` : "not noise",
        ...(paint.chosen[position] ? ["you marked it"] : []),
        `the model gives it ${percent(Math.exp(question.standing[position]))}`,
      ];
      option.setAttribute("aria-label", words.join(", "));
    });
    fill();
    look(at);
    paint.options[at].scrollIntoView({ block: "nearest" }); // a phone shows a few rows
    tell(noiseVerdict(run, question, paint.chosen));
    paint.root.focus({ preventScroll: true });
  };
  clear.onclick = () => paint.clear();
  again.onclick = () => {
    paint.answer(null);
    paint.options.forEach((option) => option.classList.remove("tdp-paint-open"));
    askAgain();
    fill();
    paint.root.focus({ preventScroll: true });
  };
  paint.addEventListener("change", fill);
  paint.addEventListener("point", () => look(paint.pointed));
  paint.root.addEventListener("click", ({ target }) => {
    const position = paint.options.indexOf(target as any); // a finger points at nothing before it presses
    if (position >= 0) look(position);
  });
  player.addEventListener("paint", follow, { signal });
  fill();
  follow();
  return element("div", hint, model, element("div.tdp-choices", show, clear, again, count));
}
