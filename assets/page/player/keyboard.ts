/** A player's keys, which do nothing while the reader types. */

/** Fields in which every key is a character. */
const TYPED = "textarea, input:not([type=range], [type=checkbox], [type=radio], [type=file]), [contenteditable='true']";
/** Elements that use these keys themselves. */
const OWN = {
  arrows: "select, input[type=range], [role=radio], [role=slider], [role=listbox], [role=tab]",
  space: "button, a, summary, select, input",
};

export const isModified = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

/**
 * @param where to listen
 * @param keys what each key does now
 * @param slider has the same keys, so they work on it too
 * @param signal stops listening
 */
export function listenToKeys(
  where: EventTarget,
  keys: () => Record<string, () => void>,
  slider: () => HTMLElement | null,
  signal: AbortSignal,
) {
  const listen = (pressed: Event) => {
    const event = pressed as KeyboardEvent;
    const target = event.target instanceof Element ? event.target : document.body;
    if (isModified(event) || target.closest(TYPED) || target.closest("dialog[open], :popover-open")) return;
    if (event.shiftKey && event.key !== "?") return;
    if (event.key === "Escape" && document.querySelector(":popover-open")) return; // the browser closes it
    const moves = /^(Arrow|Home|End|Page)/.test(event.key);
    if (moves && target !== slider() && target.closest(OWN.arrows)) return;
    if (event.key === " " && target !== slider() && target.closest(OWN.space)) return;
    const act = keys()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  where.addEventListener("keydown", listen, { signal });
}

/**
 * A button or menu that was used with the pointer gives the focus back, so that the playback keys go on working.
 *
 * @param signal stops listening
 */
export function releaseFocus(root: HTMLElement, signal: AbortSignal) {
  let pointed = false;
  root.addEventListener("pointerdown", () => (pointed = true), { signal, capture: true });
  root.addEventListener("keydown", () => (pointed = false), { signal, capture: true });
  const release = (event: Event) => {
    const used = (event.target as HTMLElement).closest("button, select");
    if (pointed && used instanceof HTMLElement && !used.closest("dialog")) used.blur();
  };
  root.addEventListener("change", release, { signal });
  root.addEventListener("click", (event) => !(event.target as HTMLElement).closest("select") && release(event), {
    signal,
  });
}
