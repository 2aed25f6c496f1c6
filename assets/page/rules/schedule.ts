/**
 * The temperature schedules, as `playground/rules/schedules.py` and `playground/spec/settings.py` state them, and the line
 * that draws one.
 */

import { temperatureText } from "../words/units.ts";
import { LEAST_TEMPERATURE } from "./bounds.ts";

interface Schedule {
  /** "linear", "constant", "cosine" or "exponential" */
  shape: string;
  /** The most a block may take. */
  steps: number;
  tMax: number;
  tMin: number;
}

/** Shape -> temperature from the share of steps left, 1 at the first step. */
const SHAPES: Record<string, (left: number, tMin: number, span: number) => number> = {
  linear: (left, tMin, span) => tMin + span * left,
  constant: (_, tMin, span) => tMin + span,
  cosine: (left, tMin, span) => tMin + (span * (1 - Math.cos(left * Math.PI))) / 2,
  exponential: (left, tMin, span) => tMin * ((tMin + span) / tMin) ** left,
};

/**
 * @param step from 1
 * @returns the temperature of that step; a falling schedule is still above tMin at its last step
 */
export function temperature(step: number, { shape, steps, tMax, tMin }: Schedule): number {
  return (SHAPES[shape] ?? SHAPES.linear)((steps - step + 1) / steps, tMin, tMax - tMin);
}

/**
 * @param drawing `ceiling` is the temperature at the upper edge; the lower edge is 0
 * @returns points of an SVG polyline, from the first step to the last
 */
export function schedulePoints({
  width,
  height,
  ceiling,
  ...schedule
}: Schedule & { width: number; height: number; ceiling: number }): string {
  const { shape, steps } = schedule;
  const level = (step: number) => +(height * (1 - temperature(step, schedule) / ceiling)).toFixed(2);
  if (steps === 1) return `0,${level(1)} ${width},${level(1)}`;
  const straight = shape === "linear" || shape === "constant";
  const shown = straight ? [1, steps] : Array.from({ length: steps }, (_, at) => at + 1);
  return shown.map((step) => `${+(((step - 1) / (steps - 1)) * width).toFixed(2)},${level(step)}`).join(" ");
}

/** @param schedule of any numbers @returns why no run can have it; "" if one can */
export function scheduleFault({ shape, steps, tMax, tMin }: Schedule): string {
  if (!(Number.isInteger(steps) && steps > 0 && tMin >= 0 && tMax >= LEAST_TEMPERATURE))
    return "These values make no schedule.";
  if (tMin > tMax) return `t_min is ${tMin}, above t_max (${tMax}); it must be at most t_max.`;
  if (shape === "exponential" && tMin < LEAST_TEMPERATURE)
    return `t_min is ${tMin}; the exponential schedule needs ${LEAST_TEMPERATURE} or more.`;
  return "";
}

/** @param schedule one that a run can have @returns the drawing in words */
export function scheduleSentence(schedule: Schedule): string {
  const { shape, steps, tMax, tMin } = schedule;
  if (shape === "constant" || steps === 1 || tMin === tMax)
    return `Temperature ${temperatureText(tMax)} at every step.`;
  return `Temperature ${temperatureText(tMax)} at step 1, falling to ${temperatureText(temperature(steps, schedule))} at step ${steps}.`;
}
