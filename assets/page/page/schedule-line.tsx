/** The temperatures that the form asks for, drawn as a small line from the first step to the last. */

import { scheduleFault, schedulePoints, scheduleSentence } from "../rules/schedule.ts";
import type { Value } from "../rules/knobs.ts";

const [WIDTH, HEIGHT] = [52, 20];

/** Of the form; with values that make no schedule nothing is drawn. */
export function ScheduleLine({ schedule, max_denoising_steps: steps, t_max, t_min }: Record<string, Value>) {
  const values = { shape: String(schedule), steps: Number(steps), tMax: Number(t_max), tMin: Number(t_min) };
  const fault = scheduleFault(values);
  const drawing = { ...values, width: WIDTH, height: HEIGHT, ceiling: Math.max(1, values.tMax) };
  return (
    <svg viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`} class="tdp-schedule-line" role="img">
      <title>{fault || scheduleSentence(values)}</title>
      <polyline points={fault ? "" : schedulePoints(drawing)} />
    </svg>
  );
}
