/** The whole run at a glance: a column for each step, a line for each position. Drag in it to move through the run. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { inksOf } from "../cells/inks.ts";
import { HAND_COLOURS, MOST_LINES, STATUS_COLOURS, column, palettes } from "../cells/raster.ts";
import { statusName } from "../rules/hand-sentences.ts";
import { handsOf } from "../rules/hand.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { content } from "../run/metrics.ts";
import { placeSentence } from "../run/sentences.ts";
import { Frame } from "../ui/frame.tsx";
import { Switch } from "../ui/switch.tsx";
import { useWidth } from "../ui/width.ts";
import { tokenText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { entropyIn } from "../words/units.ts";
import { panelOf } from "./component.tsx";
import { surface } from "./panel.ts";
import type { TargetedKeyboardEvent, TargetedMouseEvent, TargetedPointerEvent } from "preact";
import type { Inks } from "../cells/inks.ts";
import type { Recording } from "../run/recording.ts";
import type { Shown } from "./component.tsx";

const HEIGHT = 150;
/** The height of the blocks' names under the raster. */
const NAMES_HEIGHT = 18;
/** The thickness of the frame around the current step. */
const HEAD = 1.5;

type Colouring = "entropy" | "status";
type Look = { width: number; columns: number; inks: Inks };

export const Overview = panelOf((shown) => {
  const { recording, theme, taste, step, chosen, version, reader } = shown;
  const { frames, header } = recording;
  const by = useSignal<Colouring>("entropy");
  /** Under the pointer, until another step is shown. */
  const pointed = useSignal<{ step: number; position: number } | null>(null);
  /** The next key may come before the next picture. */
  const latest = useRef(step);
  latest.current = step;
  const picture = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const [place, width] = useWidth();
  const columns = columnsOf(recording);
  /** How many columns the picture has. */
  const drawn = useRef(0);
  const inks = useRef<Inks>({});

  useLayoutEffect(() => {
    const size = { width: columns, height: Math.min(header.canvas_length, MOST_LINES) };
    Object.assign(picture.current as HTMLCanvasElement, size); // which clears it
    drawn.current = 0;
  }, [version, by.value, columns]);
  useLayoutEffect(() => {
    if (drawn.current >= frames.length) return;
    const fills = palettes(by.value, theme);
    const pixels = picture.current?.getContext("2d") as CanvasRenderingContext2D;
    for (; drawn.current < frames.length; drawn.current += 1) {
      const line = column(frames[drawn.current], by.value, content(recording, drawn.current), fills);
      pixels.putImageData(new ImageData(line, 1, line.length / 4), drawn.current, 0);
    }
  });
  useLayoutEffect(() => void (inks.current = inksOf(marks.current as HTMLCanvasElement)), [version]);
  useLayoutEffect(() => drawMarks(marks.current as HTMLCanvasElement, shown, { width, columns, inks: inks.current }));
  useLayoutEffect(() => void (pointed.value = null), [step, chosen]);

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
    reader.point(cell.position);
    pointed.value = cell;
  };
  const leave = () => {
    reader.point(null);
    pointed.value = null;
  };
  const key = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [now, last] = [latest.current, frames.length - 1];
    const starts = frames.flatMap((frame, at) => (frame.step === 1 ? [at] : []));
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
  const colourings = { entropy: words(taste.terms).uncertainty, status: "status" };
  const tools = (
    <span>
      <Switch name="Colour" options={colourings} chosen={by.value} choose={(value) => (by.value = value)} />
    </span>
  );
  return (
    <Frame name="Overview: position × step" tools={tools}>
      <div
        class="tdp-raster"
        role="slider"
        tabIndex={0}
        aria-label="Step of the run"
        aria-valuemin={1}
        aria-valuemax={frames.length}
        aria-valuenow={step + 1}
        aria-valuetext={placeSentence(recording, { step, noise: false })}
        style={{ height: `${HEIGHT + NAMES_HEIGHT}px` }}
        ref={place}
        onPointerDown={press}
        onPointerMove={move}
        onPointerLeave={leave}
        onDblClick={(event) => reader.choose(cellAt(event).position)}
        onKeyDown={key}
      >
        <canvas ref={picture} style={{ width: `${width}px`, height: `${HEIGHT}px` }} />
        <canvas ref={marks} style={{ width: `${width}px`, height: `${HEIGHT + NAMES_HEIGHT}px` }} />
      </div>
      <Key {...shown} by={by.value} />
      <p class="tdp-readout">{readout(shown, pointed.value ?? { step, position: chosen })}</p>
    </Frame>
  );
});

/** @returns how many to leave room for: while a run goes on, as many as it may take */
function columnsOf({ frames, header, live }: Recording): number {
  const { max_denoising_steps: most, max_new_tokens: length } = header.spec.settings;
  return Math.max(live ? most * Math.ceil(length / header.canvas_length) : 1, frames.length);
}

/** Draws the blocks' names under the picture, and the current step and position over it. */
function drawMarks(canvas: HTMLCanvasElement, { recording, taste, step, chosen }: Shown, look: Look) {
  const { width, columns, inks } = look;
  const { frames, header } = recording;
  const context = surface(canvas, width, HEIGHT + NAMES_HEIGHT);
  const wide = width / columns;
  const starts = frames.flatMap(({ block }, at) => (block !== frames[at - 1]?.block ? [at] : []));
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

/** What the colours mean. The scale of entropy is above the canvas of tokens. */
function Key({ recording: { header }, theme, taste, by }: Shown & { by: Colouring }) {
  const hands = handsOf(header.spec);
  const { held, favoured } = HAND_COLOURS[theme];
  const states = by === "status" ? namesOf(wayOf(header), taste.terms) : [];
  const entries = [
    ...states.map((name, code) => [STATUS_COLOURS[theme][code], name]),
    ...(hands.has("held") ? [[held, "pinned by hand"]] : []),
    ...(hands.has("favoured") ? [[favoured, "your own word, favoured"]] : []),
  ];
  return (
    <p class="tdp-raster-key">
      {by === "entropy" && "Colours as in the cells; what is no text is paler. "}
      {entries.map(([colour, name]) => (
        <>
          <i class="tdp-raster-swatch" style={{ background: colour }} />
          {`${name} `}
        </>
      ))}
    </p>
  );
}

function readout({ recording, taste }: Shown, { step, position }: { step: number; position: number | null }): string {
  const now = recording.frames[step];
  if (now === undefined) return "";
  const { part, uncertainty } = words(taste.terms);
  const where = `${part} ${now.block}, step ${now.step}`;
  if (position === null) return `${where}: drag to move through the run, double-click to choose a position.`;
  const token = tokenText(recording, now.sampled_ids[position]);
  const status = statusName(now, position, wayOf(recording.header), taste.terms);
  return `${where}, position ${position}: “${token}”, ${uncertainty} ${entropyIn(now.entropy[position], taste.unit)}, ${status}`;
}
