/**
 * Where a position looks, as lines on the canvas: both ways, and as it would from left to right. The weights come with the
 * lesson, so they are drawn without a model; they belong to one step of one run, and are shown at that step alone.
 */

import { element, setText } from "../dom/elements.js";
import { cellText } from "../cells/glyphs.js";
import { draw } from "../panels/inside-lines.js";
import { canvasOf } from "../run/recording.js";
import { percent } from "../words/units.js";

/** @typedef {import("./lesson.js").Attention} Attention */

/** @type {["both" | "causal", string][]} */
const WAYS = [
  ["both", "both ways"],
  ["causal", "only back"],
];

/**
 * @param {Attention} seen
 * @param {object} stand
 * @param {import("../player/player.js").Player} stand.player
 * @param {() => import("../run/recording.js").Recording} stand.recording
 * @param {() => boolean} stand.open is its part the one that is read?
 * @param {AbortSignal} stand.signal takes the lines away
 * @returns {HTMLElement}
 */
export function attentionOf(seen, { player, recording, open, signal }) {
  const overlay = element("canvas.tdp-inside-lines", { "aria-hidden": "true", hidden: "" });
  player.view.stage.append(overlay);
  signal.addEventListener("abort", () => overlay.remove());
  const status = element("p", { role: "status" });
  const buttons = WAYS.map(([way, name]) =>
    element("button.tdp-choice", { "data-way": way, "aria-pressed": String(way === "both") }, name),
  );
  /** What is drawn: the layout and the way. @type {{ layout: unknown, way: string }} */
  let drawn = { layout: null, way: "" };
  /** @type {"both" | "causal"} */
  let way = "both";
  const paint = () => {
    const shown =
      open() &&
      player.recording === recording() &&
      player.step === seen.row &&
      !player.noise &&
      player.lanes.length === 1;
    overlay.hidden = !shown;
    if (!shown) return (drawn = { layout: null, way: "" });
    const layout = player.painter.grid;
    if (drawn.layout === layout && drawn.way === way) return;
    drawn = { layout, way };
    draw(overlay, layout, Float32Array.from(seen[way].canvas), seen.position);
  };
  const choose = () => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.way === way));
    setText(status, sentence(seen, way, recording()));
    paint();
  };
  for (const button of buttons) {
    button.onclick = () => {
      way = button.dataset.way === "causal" ? "causal" : "both";
      choose();
    };
  }
  player.addEventListener("paint", paint, { signal });
  choose();
  return element(
    "section.tdp-attention",
    { "aria-label": "Where it looks" },
    element("small.tdp-label", "COMPUTED"),
    element("div.tdp-choices", ...buttons),
    status,
  );
}

/** @param {Attention} seen @param {"both" | "causal"} way @param {import("../run/recording.js").Recording} recording */
function sentence({ row, position, ...weights }, way, recording) {
  const { read, canvas } = weights[way];
  const sum = (/** @type {number} */ from, /** @type {number} */ to) =>
    canvas.slice(from, to).reduce((all, one) => all + one, 0);
  const ids = canvasOf(recording.frames[row], "input");
  const best = canvas.reduce(
    (most, one, at) => (at !== position && one > (canvas[most] ?? -1) ? at : most),
    position === 0 ? 1 : 0,
  );
  const token = cellText(recording.tokens.get(ids[best]) ?? "");
  const most = `Of the other cells it looks most at “${token}”, position ${best}: ${percent(canvas[best])}.`;
  return `${percent(read)} at what was read before, ${percent(sum(0, position))} before its position, ${percent(sum(position + 1, canvas.length))} after it. ${most}`;
}
