/**
 * Where a position looks, as lines on the canvas: both ways, and as it would from left to right. The weights come with the
 * lesson, so they are drawn without a model; they belong to one step of one run, and are shown at that step alone.
 */

import { element, setText } from "../../dom/elements.ts";
import { cellText } from "../../words/glyphs.ts";
import { draw } from "../inside/lines.ts";
import { canvasOf } from "../../run/recording.ts";
import { percent } from "../../words/units.ts";
import type { Player } from "../../player/player.ts";
import type { Recording } from "../../run/recording.ts";
import type { Attention } from "./lesson.ts";

const WAYS: ["both" | "causal", string][] = [
  ["both", "both ways"],
  ["causal", "only back"],
];

export function attentionOf(
  seen: Attention,
  {
    player,
    recording,
    open,
    signal,
  }: { player: Player; recording: () => Recording; open: () => boolean; signal: AbortSignal },
): HTMLElement {
  const overlay = element("canvas.tdp-inside-lines", { "aria-hidden": "true", hidden: "" });
  player.view.stage.append(overlay);
  signal.addEventListener("abort", () => overlay.remove());
  const status = element("p", { role: "status" });
  const buttons = WAYS.map(([way, name]) =>
    element("button.tdp-choice", { "data-way": way, "aria-pressed": String(way === "both") }, name),
  );
  /** What is drawn: the layout and the way. */
  let drawn: { layout: unknown; way: string } = { layout: null, way: "" };
  let way: "both" | "causal" = "both";
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

function sentence({ row, position, ...weights }: Attention, way: "both" | "causal", recording: Recording) {
  const { read, canvas } = weights[way];
  const sum = (from: number, to: number) => canvas.slice(from, to).reduce((all, one) => all + one, 0);
  const ids = canvasOf(recording.frames[row], "input");
  const best = canvas.reduce(
    (most, one, at) => (at !== position && one > (canvas[most] ?? -1) ? at : most),
    position === 0 ? 1 : 0,
  );
  const token = cellText(recording.tokens.get(ids[best]) ?? "");
  const most = `Of the other cells it looks most at “${token}”, position ${best}: ${percent(canvas[best])}.`;
  return `${percent(read)} at what was read before, ${percent(sum(0, position))} before its position, ${percent(sum(position + 1, canvas.length))} after it. ${most}`;
}
