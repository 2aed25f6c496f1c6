/** All cells of a canvas, small: each a ground, and the line of what is kept; the followed one has a frame. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { surface } from "./panel.ts";
import type { TargetedMouseEvent } from "preact";
import type { Inks } from "../cells/inks.ts";
import type { Reader } from "../player/panel.ts";
import type { Header } from "../run/recording.ts";

/** In pixels: how wide the whole may be, and how high a cell is. */
const WIDE = 208;
export const HIGH = 13;

/** @returns how many cells stand in a row */
export const columnsOf = ({ canvas_length: count }: Header): number =>
  Math.min(count, Math.max(16, Math.ceil(Math.sqrt(count))));

interface CellMapProps {
  header: Header;
  inks: Inks;
  followed: number;
  look: (position: number) => { fill: string; line: boolean };
  choose: Reader["choose"];
}

export function CellMap({ header, inks, followed, look, choose }: CellMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { canvas_length: count } = header;
  const columns = columnsOf(header);
  useLayoutEffect(() => {
    const map = canvas.current as HTMLCanvasElement;
    const width = Math.min(WIDE, map.parentElement?.clientWidth ?? WIDE);
    const height = Math.ceil(count / columns) * HIGH;
    map.style.width = `${width}px`;
    map.style.height = `${height}px`;
    const context = surface(map, width, height);
    const wide = width / columns;
    context.lineWidth = 1; // the frame of the time before left it wider
    const corner = (at: number) => [(at % columns) * wide, Math.floor(at / columns) * HIGH];
    for (let at = 0; at < count; at += 1) {
      const [x, y] = corner(at);
      const { fill, line } = look(at);
      context.fillStyle = fill;
      context.fillRect(x + 0.5, y + 0.5, wide - 1.5, HIGH - 1.5);
      context.strokeStyle = inks.line;
      context.strokeRect(x + 1, y + 1, wide - 2, HIGH - 2);
      context.fillStyle = inks.kept;
      if (line) context.fillRect(x + 1.5, y + HIGH - 3.5, wide - 3, 2);
    }
    const [x, y] = corner(followed);
    context.strokeStyle = inks.ink;
    context.lineWidth = 2;
    context.strokeRect(x + 1, y + 1, wide - 2, HIGH - 2);
  });
  const press = ({ offsetX, offsetY, currentTarget }: TargetedMouseEvent<HTMLCanvasElement>) => {
    const at = Math.floor(offsetY / HIGH) * columns + Math.floor((offsetX / currentTarget.clientWidth) * columns);
    if (at < count) choose(at);
  };
  return <canvas class="tdp-step-map" aria-hidden="true" ref={canvas} onClick={press} />;
}
