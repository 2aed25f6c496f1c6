/** A canvas of tokens, as small as a stamp: how unsure each position is, and what is kept. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { shadeOf, shades } from "../../cells/colour.ts";
import { inksOf } from "../../cells/inks.ts";
import { content } from "../../run/metrics.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Recording } from "../../run/recording.ts";

/** A cell and the gap beside it, in pixels. */
const [CELL, GAP] = [10, 1];
/** How much ink a cell of noise has: a cell so small needs more of it than a large one. */
const NOISE = 0.3;

interface SmallCanvasProps {
  recording: Recording;
  /** How far on in the run: 0 is the noise, 1 the end. */
  share: number;
  theme: Theme;
}

export function SmallCanvas({ recording, share, theme }: SmallCanvasProps) {
  const row = Math.round(share * (recording.frames.length - 1));
  const { accepted, entropy } = recording.frames[row];
  const columns = accepted.length > 128 ? 32 : 16;
  const draw = (canvas: HTMLCanvasElement) => {
    const text = content(recording, row);
    const inks = inksOf(canvas);
    const plain = shades(theme);
    const brush = canvas.getContext("2d") as CanvasRenderingContext2D;
    brush.clearRect(0, 0, canvas.width, canvas.height);
    accepted.forEach((stays, position) => {
      const [x, y] = [(position % columns) * (CELL + GAP), Math.floor(position / columns) * (CELL + GAP)];
      if (share > 0 && text[position] === 0) return;
      brush.globalAlpha = share === 0 ? NOISE : 1;
      brush.fillStyle = share === 0 ? inks.soft : plain[shadeOf(entropy[position])].fill;
      brush.fillRect(x, y, CELL, CELL);
      brush.fillStyle = inks.kept;
      if (share > 0 && stays === 1) brush.fillRect(x, y + CELL - 2, CELL, 2);
    });
  };
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => draw(canvas.current as HTMLCanvasElement), [recording, row, theme]);
  const rows = Math.ceil(accepted.length / columns);
  return <canvas ref={canvas} width={columns * (CELL + GAP)} height={rows * (CELL + GAP)} aria-hidden="true" />;
}
