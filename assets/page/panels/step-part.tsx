/** The parts of a step, with their places in it; a line joins them. */

import type { ComponentChildren } from "preact";

export interface Part {
  name: string;
  aside: string;
  /** In the heading, after these. */
  result?: ComponentChildren;
  body: ComponentChildren;
}

/** @param above what stands between the heading and the body of each @param first number */
export const stepParts = (parts: Part[], above: ComponentChildren[] = [], first: number = 1) =>
  parts.map(({ name, aside, result, body }, at) => (
    <section class="tdp-part">
      <h4 data-number={first + at}>
        <span>{name}</span> <small>{aside}</small> {result}
      </h4>
      {above[at]}
      <div class="tdp-part-body">{body}</div>
    </section>
  ));
