/**
 * The forward process by hand: a text and a picture, both noisy to the same degree t. Each token is replaced by one drawn
 * from the whole vocabulary with the chance t, or stays; each pixel goes the share t of the way to a random colour.
 */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { content } from "../../run/metrics.ts";
import { cellText } from "../../words/glyphs.ts";
import type { Recording } from "../../run/recording.ts";
import type { Stand } from "./stand.ts";

/** How many tokens and pixels there are room for. */
const TOKENS = 32;
const SIDE = 24;

/** @returns 0 .. 1, always the same for the same place */
export function chance(at: number): number {
  let mixed = Math.imul(at + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * @param recording its text is made noisy with the noise that it began with, which was drawn in the same way
 * @param t 0 .. 1
 */
export function noisyText(recording: Recording, t: number): { id: number; noise: boolean }[] {
  const { frames } = recording;
  const last = frames.length - 1;
  const text = content(recording, last);
  const places = Array.from(text.keys())
    .filter((position) => text[position] === 1)
    .slice(0, TOKENS);
  return places.map((position) => {
    const noise = chance(position) < t;
    return { id: (noise ? frames[0].input_ids : frames[last].argmax_ids)[position], noise };
  });
}

/** A picture of our own: a red kite with its tail in the sky, over a hill. */
function pixel(x: number, y: number): number[] {
  if (Math.abs(x - 14) + Math.abs(y - 8) <= 5) return x < 14 ? [204, 54, 62] : [230, 98, 88];
  if (y > 12 && y < 20 && Math.abs(x - (14 - (y - 12) * 0.7 + Math.sin(y) * 1.1)) < 0.8) return [92, 60, 120];
  if (y > 18 + 2 * Math.cos(x / 5)) return [86, 140, 84];
  return [168 + y * 2, 206 + y, 235];
}

function drawPicture(canvas: HTMLCanvasElement, t: number) {
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const image = context.createImageData(SIDE, SIDE);
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    pixel(at % SIDE, Math.floor(at / SIDE)).forEach((colour, channel) => {
      image.data[4 * at + channel] = (1 - t) * colour + t * 255 * chance(7919 + 3 * at + channel);
    });
    image.data[4 * at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

export function Forward({ recording: current }: Pick<Stand, "recording">) {
  const recording = useMemo(current, []);
  const percent = useSignal(30);
  const canvas = useRef<HTMLCanvasElement>(null);
  const t = percent.value / 100;
  useLayoutEffect(() => drawPicture(canvas.current as HTMLCanvasElement, t), [t]);
  const tokens = noisyText(recording, t);
  const replaced = tokens.filter(({ noise }) => noise).length;
  const text = tokens.map(({ id, noise }) => {
    const token = cellText((recording.tokens.get(id) ?? "").trim());
    return [noise ? <s class="tdp-forward-noise">{token}</s> : <span>{token}</span>, " "];
  });
  return (
    <section class="tdp-forward" aria-label="Noise by hand">
      <small class="tdp-label">COMPUTED</small>
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label="How much noise, in percent"
        onInput={({ currentTarget }) => (percent.value = currentTarget.valueAsNumber)}
      />
      <output>{`noise t = ${percent}%: ${replaced} of ${tokens.length} tokens replaced`}</output>
      <div class="tdp-forward-both">
        <p class="tdp-forward-text">{text}</p>
        <canvas ref={canvas} width={SIDE} height={SIDE} role="img" aria-label="A picture of a kite, made noisy" />
      </div>
    </section>
  );
}
