/** The temperatures that the form asks for, drawn as a small line from the first step to the last. */

import { scheduleFault, schedulePoints, scheduleSentence } from "../rules/schedule.ts";
import type { Value } from "../rules/knobs.ts";

const [WIDTH, HEIGHT] = [52, 20];
const SVG = "http://www.w3.org/2000/svg";

export class ScheduleLine {
  root = document.createElementNS(SVG, "svg");
  line = document.createElementNS(SVG, "polyline");
  words = document.createElementNS(SVG, "title");

  constructor() {
    this.root.setAttribute("viewBox", `-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`);
    this.root.setAttribute("class", "tdp-schedule-line");
    this.root.setAttribute("role", "img");
    this.root.append(this.words, this.line);
  }

  /** @param values of the form; with those that make no schedule nothing is drawn */
  paint({ schedule, max_denoising_steps: steps, t_max, t_min }: Record<string, Value>) {
    const values = { shape: String(schedule), steps: Number(steps), tMax: Number(t_max), tMin: Number(t_min) };
    const fault = scheduleFault(values);
    const points = fault
      ? ""
      : schedulePoints({ ...values, width: WIDTH, height: HEIGHT, ceiling: Math.max(1, values.tMax) });
    this.line.setAttribute("points", points);
    this.words.textContent = fault || scheduleSentence(values);
  }
}
