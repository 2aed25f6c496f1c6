/** An element that a component draws, for a place where no component stands around it. */

import { render } from "preact";
import type { VNode } from "preact";

/** @param content one element as long as it is there, whatever changes in it */
export function made<Kind extends Element = HTMLElement>(content: VNode): Kind {
  const apart = document.createDocumentFragment();
  render(content, apart);
  return apart.firstElementChild as Kind;
}
