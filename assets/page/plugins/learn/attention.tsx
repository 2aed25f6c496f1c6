/**
 * Where a position looks, as lines on the canvas: both ways, and as it would from left to right. The weights come with the
 * lesson, so they are drawn without a model; they belong to one step of one run, and are shown at that step alone.
 */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { draw } from "../inside/lines.ts";
import { canvasOf } from "../../run/recording.ts";
import { cellText } from "../../words/glyphs.ts";
import { percent } from "../../words/units.ts";
import { Choice } from "./choice.tsx";
import { usePlayer } from "./use-player.ts";
import type { Recording } from "../../run/recording.ts";
import type { Attention } from "./lesson.ts";
import type { Around } from "./stand.ts";

type Way = "both" | "causal";
const WAYS: [Way, string][] = [
  ["both", "both ways"],
  ["causal", "only back"],
];

export function AttentionLines({ block, recording, player, open }: Around<Attention>) {
  const run = useMemo(recording, []);
  const way = useSignal<Way>("both");
  const weights = block[way.value];
  const overlay = useMemo(() => {
    const canvas = document.createElement("canvas");
    return Object.assign(canvas, { className: "tdp-inside-lines", ariaHidden: "true" });
  }, []);
  /** Where the cells are, while the player shows that step. */
  const layout = usePlayer(player, "paint", () => {
    const { noise, step, lanes } = player;
    const shown = player.recording === recording() && step === block.row && !noise && lanes.length === 1;
    return open() && shown ? player.painter.grid : null;
  });
  useLayoutEffect(() => {
    player.view.stage.append(overlay);
    return () => overlay.remove();
  }, []);
  useLayoutEffect(() => {
    overlay.hidden = layout === null;
    if (layout !== null) draw(overlay, layout, Float32Array.from(weights.canvas), block.position);
  }, [layout, weights]);
  return (
    <section class="tdp-attention" aria-label="Where it looks">
      <small class="tdp-label">COMPUTED</small>
      <div class="tdp-choices">
        {WAYS.map(([name, face]) => (
          <Choice face={face} data-way={name} aria-pressed={name === way.value} onClick={() => (way.value = name)} />
        ))}
      </div>
      <p role="status">{sentence(block, weights, run)}</p>
    </section>
  );
}

function sentence({ row, position }: Attention, { read, canvas }: Attention[Way], recording: Recording) {
  const sum = (from: number, to: number) => canvas.slice(from, to).reduce((all, one) => all + one, 0);
  const ids = canvasOf(recording.frames[row], "input");
  const others = canvas.map((weight, at) => (at === position ? -1 : weight));
  const best = others.indexOf(Math.max(...others));
  const token = cellText(recording.tokens.get(ids[best]) ?? "");
  const most = `Of the other cells it looks most at “${token}”, position ${best}: ${percent(canvas[best])}.`;
  return `${percent(read)} at what was read before, ${percent(sum(0, position))} before its position, ${percent(sum(position + 1, canvas.length))} after it. ${most}`;
}
