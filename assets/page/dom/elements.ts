/** What components share beside markup: icons, shapes drawn by hand, keys of a group of buttons, and words for errors. */

/** Icon outlines on a field of 16 by 16. */
export const ICONS = {
  close: "M3 4l1-1 4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  back: "M3 3h2v10H3zM13 3v10L6 8z",
  forward: "M11 3h2v10h-2zM3 3v10l7-5z",
};

/** @param tag of SVG */
export function shape(
  tag: string,
  attributes: Record<string, string | number>,
  ...children: (Node | string)[]
): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @returns an id that nothing else has, also if several players are on the page */
export const freshId = (prefix: string): string => `${prefix}-${Math.random().toString(36).slice(2)}`;

/** @param error what was thrown, or a sentence; null for none @returns for the reader */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error ?? ""));

export interface Listening {
  /** Calls back after each change of what is here; what it returns ends that. */
  listen(call: () => void): () => void;
}

const TURNS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Has keys move the focus along the buttons of a group.
 *
 * @param reach called with the button that now has the focus
 * @param turns by key: to the next button, or to the one before
 */
export function roam(group: HTMLElement, reach: (button: HTMLElement) => void, turns: Record<string, number> = TURNS) {
  group.onkeydown = (event) => {
    const turn = turns[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = ([...group.children] as HTMLElement[]).filter(({ hidden }) => !hidden);
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const next = buttons.at((at + turn) % buttons.length) as HTMLElement;
    next.focus();
    reach(next);
  };
}

/** @param seen called once, when the place first comes into view */
export function onceSeen(place: Element, seen: () => void) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    seen();
  });
  observer.observe(place);
}
