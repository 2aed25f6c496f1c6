/** What components draw, for places that hold more than that. */

import { render } from "preact";
import type { VNode } from "preact";

/**
 * @param drawing whose outermost elements stay the same ones
 * @param place that it was drawn in before; what is drawn again is where it was put
 * @returns what is there only now
 */
export function drawn(drawing: VNode<any>, place = document.createDocumentFragment()): DocumentFragment {
  render(drawing, place);
  return place;
}
