/** The picture of the whole run, with the step that is shown framed in it: a slider that pointers and keys move. */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { MOST_LINES, column, palettes } from "../cells/raster.ts";
import { content } from "../run/metrics.ts";
import { placeSentence } from "../run/sentences.ts";
import { useWidth } from "../ui/width.ts";
import { words } from "../words/terms.ts";
import { surface } from "./panel.ts";
import type { TargetedKeyboardEvent, TargetedMouseEvent, TargetedPointerEvent } from "preact";
import type { Colouring } from "../cells/raster.ts";
import type { Recording } from "../run/recording.ts";
import type { Shown } from "./component.tsx";

const HEIGHT = 150;
/** With the names of the blocks below the picture. */
const WITH_NAMES = HEIGHT + 18;
/** The thickness of the frame around the current step. */
const HEAD = 1.5;

/** All positions of a step for null. */
export type Cell = { step: number; position: number | null };
type Props = Shown & { by: Colouring; look: (cell: Cell | null) => void };

/** `look` hears of the cell under the pointer. */
export function Raster(props: Props) {
  const { recording, theme, step, version, reader, by, look } = props;
  const { frames, header } = recording;
  /** The next key may come before the next picture. */
  const latest = useRef(step);
  latest.current = step;
  const picture = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const [place, width] = useWidth();
  const columns = columnsOf(recording);
  /** How many columns the picture has. */
  const drawn = useMemo(() => ({ count: 0 }), [version, by, columns]);

  useLayoutEffect(() => {
    const canvas = picture.current as HTMLCanvasElement;
    const size = { width: columns, height: Math.min(header.canvas_length, MOST_LINES) };
    if (drawn.count === 0) Object.assign(canvas, size); // which clears it
    if (drawn.count >= frames.length) return;
    const fills = palettes(by, theme);
    const pixels = canvas.getContext("2d") as CanvasRenderingContext2D;
    for (; drawn.count < frames.length; drawn.count += 1) {
      const line = column(frames[drawn.count], by, content(recording, drawn.count), fills);
      pixels.putImageData(new ImageData(line, 1, line.length / 4), drawn.count, 0);
    }
  });
  useLayoutEffect(() => {
    const context = surface(marks.current as HTMLCanvasElement, width, WITH_NAMES);
    drawMarks(context, props, width, columns);
  });

  const cellAt = ({ clientX, clientY, currentTarget }: TargetedMouseEvent<HTMLDivElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const clamp = (share: number, count: number) => Math.min(Math.max(Math.floor(share * count), 0), count - 1);
    return {
      step: Math.min(clamp((clientX - left) / width, columns), frames.length - 1),
      position: clamp((clientY - top) / HEIGHT, header.canvas_length),
    };
  };
  const press = (event: TargetedPointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    reader.seek(cellAt(event).step);
  };
  const move = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const cell = cellAt(event);
    if (event.currentTarget.hasPointerCapture(event.pointerId)) reader.seek(cell.step);
    look(cell);
  };
  const key = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [now, last, starts] = [latest.current, frames.length - 1, startsOf(recording)];
    const to = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: last,
      PageUp: starts.findLast((start) => start < now) ?? 0,
      PageDown: starts.find((start) => start > now) ?? last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    latest.current = Math.min(Math.max(to, 0), last);
    reader.seek(latest.current);
  };
  return (
    <div
      class="tdp-raster"
      role="slider"
      tabIndex={0}
      aria-label="Step of the run"
      aria-valuemin={1}
      aria-valuemax={frames.length}
      aria-valuenow={step + 1}
      aria-valuetext={placeSentence(recording, { step, noise: false })}
      style={{ height: `${WITH_NAMES}px` }}
      ref={place}
      onPointerDown={press}
      onPointerMove={move}
      onPointerLeave={() => look(null)}
      onDblClick={(event) => reader.choose(cellAt(event).position)}
      onKeyDown={key}
    >
      <canvas ref={picture} style={{ width: `${width}px`, height: `${HEIGHT}px` }} />
      <canvas ref={marks} style={{ width: `${width}px`, height: `${WITH_NAMES}px` }} />
    </div>
  );
}

/** @returns how many to leave room for: while a run goes on, as many as it may take */
function columnsOf({ frames, header, live }: Recording): number {
  const { max_denoising_steps: most, max_new_tokens: length } = header.spec.settings;
  return Math.max(live ? most * Math.ceil(length / header.canvas_length) : 1, frames.length);
}

/** @returns the first step of each block, from 0 over all */
const startsOf = ({ frames }: Recording): number[] =>
  frames.flatMap(({ block }, at) => (block !== frames[at - 1]?.block ? [at] : []));

/** Draws where blocks begin, and their names, and frames what is shown. @param width of all columns */
function drawMarks(context: CanvasRenderingContext2D, shown: Shown, width: number, columns: number) {
  const { recording, inks, taste, step, chosen } = shown;
  const { frames, header } = recording;
  const wide = width / columns;
  const starts = startsOf(recording);
  starts.forEach((start, i) => {
    const room = ((starts[i + 1] ?? columns) - start) * wide;
    context.fillStyle = inks.paper;
    if (start > 0) context.fillRect(start * wide - 1, 0, 2, HEIGHT);
    context.fillStyle = inks.soft;
    const { block } = frames[start];
    const names = [`${words(taste.terms).part} ${block}`, String(block)];
    const name = names.find((text) => context.measureText(text).width < room - 4);
    if (name !== undefined) context.fillText(name, start * wide + 2, HEIGHT + 13);
  });
  context.strokeStyle = inks.ink;
  context.lineWidth = HEAD;
  context.strokeRect(step * wide - HEAD / 2, HEAD / 2, wide + HEAD, HEIGHT - HEAD);
  if (chosen === null) return;
  context.fillStyle = inks.ink;
  context.globalAlpha = 0.75;
  context.fillRect(0, ((chosen + 0.5) / header.canvas_length) * HEIGHT - 0.5, width, 1);
  context.globalAlpha = 1;
}
