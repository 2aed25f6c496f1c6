/**
 * One position along the steps of its block, as a small chart: a bar is its uncertainty in the shades of the scale, a
 * thin blue line says where it was kept, and below stands its token where it changes. Pressing a step goes there.
 */

import { useLayoutEffect, useRef } from "preact/hooks";
import { place, shadeOf, shades } from "../cells/colour.ts";
import { inksOf } from "../cells/inks.ts";
import { LOCKED, NEWLY_LOCKED, RELAPSED } from "../run/status.ts";
import { useWidth } from "../ui/width.ts";
import { fit, tokenText } from "../words/glyphs.ts";
import { surface } from "./panel.ts";
import type { TargetedMouseEvent } from "preact";
import type { Moment } from "../run/history.ts";
import type { Shown } from "./component.tsx";

/** Heights in pixels: of the bars, of the line below them, of the whole. */
const [BARS, LINE, HEIGHT] = [44, 6, 70];
/** The widest bar, and the widest name of a token. */
const [WIDEST, NAME] = [22, 70];

interface Props extends Pick<Shown, "recording" | "theme" | "taste" | "reader"> {
  /** Of one position in one block. */
  moments: Moment[];
  /** Place of the present step in them. */
  at: number;
  /** For screen readers. */
  name: string;
}

/** Pixels from one step to the next, and those of a bar. */
function widthsOf(width: number, { length }: Moment[]): [pitch: number, bar: number] {
  const pitch = Math.min(width / length, WIDEST);
  return [pitch, pitch > 4 ? pitch - 1 : pitch];
}

export function StepStrip(props: Props) {
  const { moments, at, name, reader } = props;
  const [root, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pitch, bar] = widthsOf(width, moments);
  useLayoutEffect(() => draw(canvas.current as HTMLCanvasElement, props, width), [moments, width, devicePixelRatio]);
  const press = ({ clientX, currentTarget }: TargetedMouseEvent<HTMLDivElement>) => {
    const pressed = moments[Math.floor((clientX - currentTarget.getBoundingClientRect().left) / pitch)];
    if (pressed) reader.seek(pressed.at);
  };
  const mark = {
    width: `${Math.max(bar, 3) + 4}px`,
    height: `${BARS + LINE + 3}px`,
    transform: `translateX(${at * pitch - 2}px)`,
  };
  return (
    <div class="tdp-strip" ref={root} style={{ height: `${HEIGHT}px` }} onClick={press}>
      <canvas ref={canvas} role="img" aria-label={name} style={{ width: `${width}px`, height: `${HEIGHT}px` }} />
      <i class="tdp-strip-now" style={mark} />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, { recording, theme, taste, moments }: Props, width: number) {
  const context = surface(canvas, width, HEIGHT);
  const [pitch, bar] = widthsOf(width, moments);
  const colours = shades(theme);
  const inks = inksOf(canvas);
  moments.forEach(({ entropy, status }, i) => {
    const height = Math.max(place(entropy) * BARS, 1);
    context.fillStyle = colours[shadeOf(entropy)].fill;
    context.fillRect(i * pitch, BARS - height, bar, height);
    context.fillStyle = inks.line;
    context.fillRect(i * pitch, BARS - height, bar, 1);
    const held = status === LOCKED || status === NEWLY_LOCKED;
    context.fillStyle = held ? inks.kept : status === RELAPSED ? inks.reopened : inks.line;
    context.fillRect(i * pitch, BARS + 2, bar, held || status === RELAPSED ? 3 : 1);
  });
  const layer = taste.layer === "argmax" ? "argmax" : "sampled";
  let free = 0;
  context.textAlign = "left";
  context.fillStyle = inks.soft;
  moments.forEach((moment, i) => {
    if (i > 0 && moment[layer] === moments[i - 1][layer]) return;
    const name = fit(tokenText(recording, moment[layer]), NAME, (part) => context.measureText(part).width);
    const wide = context.measureText(name).width;
    const x = Math.min(i * pitch, width - wide);
    if (x < free) return;
    context.fillText(name, x, BARS + LINE + 15);
    free = x + wide + 8;
  });
}
