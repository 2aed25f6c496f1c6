/** What components draw, for places that hold more than that. */

import { render } from "preact";
import type { VNode } from "preact";

/** @param drawing whose outermost elements stay the same ones */
export function drawn(drawing: VNode): DocumentFragment {
  const place = document.createDocumentFragment();
  render(drawing, place);
  return place;
}
