/**
 * The widget in a notebook, as anywidget loads it: it imports nothing. The page of one file stands in a frame, which may
 * run its scripts and save files and nothing else; `share/file.ts` answers from inside.
 */

type Model = {
  get: (name: string) => any;
  set: (name: string, value: any) => void;
  save_changes: () => void;
  on: (event: string, told: () => void) => void;
  off: (event: string, told: () => void) => void;
};

function render({ model, el }: { model: Model; el: HTMLElement }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-downloads");
  frame.title = "A run of text diffusion";
  frame.style.cssText = "width: 100%; border: 0; display: block";
  frame.style.height = `${model.get("height")}px`;
  frame.srcdoc = model.get("page");
  /** The step that the frame told last, which need not be told back. */
  let shown = 0;
  const hear = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow || !Number.isInteger(data?.step)) return;
    shown = data.step;
    model.set("step", shown);
    model.save_changes();
  };
  const move = () => {
    const step = model.get("step");
    if (step !== shown) frame.contentWindow?.postMessage({ step }, "*");
  };
  addEventListener("message", hear);
  model.on("change:step", move);
  el.append(frame);
  return () => {
    removeEventListener("message", hear);
    model.off("change:step", move);
  };
}

export default { render };
