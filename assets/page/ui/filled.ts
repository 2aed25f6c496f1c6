/** A place of a plugin, filled with components for as long as it is wanted. */

import { render } from "preact";
import type { ComponentChildren } from "preact";
import type { Listening } from "../dom/elements.ts";

/**
 * @param context of the part; where it tells of changes, the content is drawn again after each
 * @param content what the context holds now; it gets another number each time, for what changes in place
 * @param after nothing is drawn before that is given
 * @returns what ends all of it
 */
export function filled(
  place: HTMLElement,
  context: { page: unknown } & Partial<Listening>,
  content: (picture: number) => ComponentChildren,
  after?: Promise<void>,
) {
  let [picture, unlisten] = [0, () => {}];
  const update = () => render(content(++picture), place);
  const begin = () => {
    update();
    unlisten = context.listen?.(update) ?? unlisten;
  };
  if (after) after.then(begin);
  else begin();
  return () => {
    unlisten();
    render(null, place);
  };
}
