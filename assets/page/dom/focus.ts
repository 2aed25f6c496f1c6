/** The focus of the keyboard never falls to the body, where nothing says where the reader is. */

/** What changes when something is hidden, or can no longer be used. */
const CHANGES = { subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "class", "data-mode"] };
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** @returns can the reader see and use it? */
const usable = (place: Element): boolean =>
  place.isConnected && !place.matches(":disabled") && place.checkVisibility({ visibilityProperty: true });

/**
 * When what has the keyboard's focus goes, is hidden or can no longer be used, what is nearest to where it stood gets
 * it.
 */
export function keepFocus(root: HTMLElement) {
  /** What the keyboard reached last, and what it stood in, from the inside out. */
  let path: Element[] = [];
  /** The same of what opened the dialog that has the focus. */
  let opener: Element[] = [];
  root.addEventListener("focusin", ({ target }) => {
    const focused = target as Element;
    const dialog = focused.closest("dialog");
    if (dialog && !path.some((place) => place === dialog)) opener = path;
    path = [];
    if (!focused.matches(":focus-visible")) return; // a pointer's focus is where the pointer is
    for (let one = focused; one !== root; one = one.parentElement as Element) path.push(one);
    path.push(root);
  });
  const closed = () => {
    const { activeElement } = document;
    const lost = activeElement === document.body || !usable(activeElement as Element); // what it hid is left a little later
    if (lost) entryTo(root, opener)?.focus({ preventScroll: true });
  };
  root.addEventListener("close", closed, true); // it does not bubble
  let waits = false;
  const look = () => {
    waits = false;
    const [last] = path;
    if (last === undefined || usable(last)) return;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && activeElement !== last) return;
    nearest(path)?.focus({ preventScroll: true });
  };
  new MutationObserver(() => {
    if (waits || path.length === 0) return;
    waits = true;
    requestAnimationFrame(() => setTimeout(look)); // then the picture is drawn, and nothing is laid out for this alone
  }).observe(root, CHANGES);
}

/** @returns what opens the menu that it stood in, where a dialog closed that menu */
function entryTo(root: HTMLElement, path: Element[]): HTMLElement | undefined {
  const menu = path.find((place) => place.matches("[popover]"));
  return menu ? (root.querySelector(`[popovertarget="${menu.id}"]`) as HTMLElement) : nearest(path);
}

/** @param path of what is gone */
function nearest([last, ...around]: Element[]): HTMLElement | undefined {
  for (const place of around) {
    if (!usable(place)) continue;
    const all = ([...place.querySelectorAll(FOCUSABLE)] as HTMLElement[]).filter(
      (part) => part.tabIndex >= 0 && usable(part),
    );
    const follows = (part: Element) => last.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING;
    const next = all.find((part) => last.isConnected && follows(part)) ?? all.at(-1);
    if (next) return next;
  }
  return undefined;
}
