/** A dialog over the page; a press beside it closes it. */

import { render } from "preact";
import type { ComponentProps, VNode } from "preact";

/** `name` is for screen readers. */
export const Dialog = ({ name, ...rest }: ComponentProps<"dialog"> & { name: string }) => (
  <dialog
    aria-label={name}
    onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    {...rest}
  />
);

/** @param root of the page @returns draws a dialog, the first time at its end, and gives it */
export function dialogIn(root: HTMLElement): (dialog: VNode) => HTMLDialogElement {
  const place = document.createDocumentFragment();
  let drawn: HTMLDialogElement | null = null;
  return (dialog) => {
    render(dialog, place);
    drawn ??= place.firstElementChild as HTMLDialogElement;
    root.append(place);
    return drawn;
  };
}
