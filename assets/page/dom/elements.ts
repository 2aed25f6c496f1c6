/** Builds elements of the page. Text goes in only as text, because tokens may contain anything. */

/** Icon outlines on a field of 16 by 16. */
export const ICONS = {
  close: "M3 4l1-1 4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  back: "M3 3h2v10H3zM13 3v10L6 8z",
  forward: "M11 3h2v10h-2zM3 3v10l7-5z",
};

export const icon = (outline: string): SVGElement =>
  shape("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, shape("path", { d: outline }));

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

type Tagged<T extends string> = T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement;
type Selected<S extends string> = S extends `${infer T}.${string}` ? Tagged<T> : Tagged<S>;

/**
 * @param selector a tag and its classes, such as `p.tdp-hint`; a button submits nothing, and what is typed is set from
 * the side on which its language begins
 * @param parts its attributes, and its children in order
 */
export function element<S extends string>(
  selector: S,
  ...parts: (Record<string, string> | Node | string)[]
): Selected<S> {
  const [tag, ...classes] = selector.split(".");
  const made = document.createElement(tag);
  if (tag === "button") made.setAttribute("type", "button");
  if (classes.length > 0) made.className = classes.join(" ");
  for (const part of parts) {
    if (typeof part === "string" || part instanceof Node) made.append(part);
    else for (const [name, value] of Object.entries(part)) made.setAttribute(name, value);
  }
  if (made.matches("textarea:not([dir]), input[type=text]:not([dir])")) made.dir = "auto";
  return made as Selected<S>;
}

/** @param name for the tooltip and screen readers */
export function button(face: string, name: string) {
  return element("button", { title: name, ...(face === "" && { "aria-label": name }) }, face);
}

/** @returns an id that nothing else has, also if several players are on the page */
export const freshId = (prefix: string): string => `${prefix}-${Math.random().toString(36).slice(2)}`;

/** @param error what was thrown, or a sentence; null for none @returns for the reader */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error ?? ""));

/**
 * Sets a text only if it differs, in the existing text node, which is cheaper than a new one.
 *
 * @param place holds only text
 */
export function setText(place: Element, text: string) {
  const node = place.firstChild as Text | null;
  if (node === null) place.append(text);
  else if (node.data !== text) node.data = text;
}

export interface Listening {
  /** Calls back after each change of what is here; what it returns ends that. */
  listen(call: () => void): () => void;
}
/** @param update shows what the context holds now @param end takes away what lies elsewhere @returns what ends all of it */
export function mounted(place: HTMLElement, context: Listening, update: () => void, end = () => {}) {
  update();
  const unlisten = context.listen(update);
  return () => {
    unlisten();
    end();
    place.replaceChildren();
  };
}

/**
 * Makes radio buttons that look like one switch.
 *
 * @param name for screen readers
 * @param options faces by value; a text is both
 * @param chosen the first choice
 */
export function switchOf(
  name: string,
  options: Record<string, string> | (string | [value: string, face: string])[],
  choose: (value: string) => void,
  chosen?: string,
): HTMLElement {
  const group = element("div.tdp-switch", { role: "radiogroup", "aria-label": name });
  const pairs = Array.isArray(options) ? options.map((option) => [option].flat()) : Object.entries(options);
  for (const [value, face = value] of pairs) {
    const button = element("button", { role: "radio", "data-value": value }, face);
    button.onclick = () => {
      turnSwitch(group, value);
      choose(value);
    };
    group.append(button);
  }
  roam(group, (button) => button.click());
  turnSwitch(group, chosen ?? pairs[0][0]);
  return group;
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

/** Marks an option of a switch as chosen, as a press would. */
export function turnSwitch(group: HTMLElement, value: string) {
  for (const option of group.children as Iterable<HTMLElement>) {
    option.setAttribute("aria-checked", String(option.dataset.value === value));
    option.tabIndex = option.dataset.value === value ? 0 : -1;
  }
}

/**
 * A dialog over the page; a press beside it closes it.
 *
 * @param root of the page
 * @param classes such as `.tdp-own-text`
 * @param name for screen readers
 */
export function dialogIn(root: HTMLElement, classes: string, name: string, ...parts: (Node | string)[]) {
  const dialog = element(`dialog${classes}`, { "aria-label": name }, ...parts) as HTMLDialogElement;
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  root.append(dialog);
  return dialog;
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
