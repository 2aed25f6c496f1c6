/** Builds elements of the page. Text goes in only as text, because tokens may contain anything. */

/** Icon outlines on a field of 16 by 16. */
export const ICONS = {
  close: "M3 4l1-1 4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  back: "M3 3h2v10H3zM13 3v10L6 8z",
  forward: "M11 3h2v10h-2zM3 3v10l7-5z",
};

/** @param {string} outline @returns {SVGElement} */
export const icon = (outline) =>
  shape("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, shape("path", { d: outline }));

/**
 * @param {string} tag of SVG
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function shape(tag, attributes, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", tag));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @template {string} T @typedef {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement} Tagged */
/** @template {string} S @typedef {S extends `${infer T}.${string}` ? Tagged<T> : Tagged<S>} Selected */

/**
 * @template {string} S
 * @param {S} selector a tag and its classes, such as `p.tdp-hint`; a button submits nothing, and what is typed is set from
 *   the side on which its language begins
 * @param {...(Record<string, string> | Node | string)} parts its attributes, and its children in order
 * @returns {Selected<S>}
 */
export function element(selector, ...parts) {
  const [tag, ...classes] = selector.split(".");
  const made = document.createElement(tag);
  if (tag === "button") made.setAttribute("type", "button");
  if (classes.length > 0) made.className = classes.join(" ");
  for (const part of parts) {
    if (typeof part === "string" || part instanceof Node) made.append(part);
    else for (const [name, value] of Object.entries(part)) made.setAttribute(name, value);
  }
  if (made.matches("textarea:not([dir]), input[type=text]:not([dir])")) made.dir = "auto";
  return /** @type {Selected<S>} */ (made);
}

/** @param {string} face @param {string} name for the tooltip and screen readers */
export function button(face, name) {
  return element("button", { title: name, ...(face === "" && { "aria-label": name }) }, face);
}

/** @param {string} prefix @returns {string} an id that nothing else has, also if several players are on the page */
export const freshId = (prefix) => `${prefix}-${Math.random().toString(36).slice(2)}`;

/** @param {unknown} error what was thrown, or a sentence; null for none @returns {string} for the reader */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error ?? ""));

/**
 * Sets a text only if it differs, in the existing text node, which is cheaper than a new one.
 *
 * @param {Element} place holds only text
 * @param {string} text
 */
export function setText(place, text) {
  const node = /** @type {Text | null} */ (place.firstChild);
  if (node === null) place.append(text);
  else if (node.data !== text) node.data = text;
}

/**
 * Makes radio buttons that look like one switch.
 *
 * @param {string} name for screen readers
 * @param {Record<string, string> | (string | [value: string, face: string])[]} options faces by value; a text is both
 * @param {(value: string) => void} choose
 * @param {string} [chosen] the first choice
 * @returns {HTMLElement}
 */
export function switchOf(name, options, choose, chosen) {
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
  const turns = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  roam(group, turns, (button) => button.click());
  turnSwitch(group, chosen ?? pairs[0][0]);
  return group;
}

/**
 * Has keys move the focus along the buttons of a group.
 *
 * @param {HTMLElement} group
 * @param {Record<string, number>} turns by key: to the next button, or to the one before
 * @param {(button: HTMLElement) => void} reach called with the button that now has the focus
 */
export function roam(group, turns, reach) {
  group.onkeydown = (event) => {
    const turn = turns[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = /** @type {HTMLElement[]} */ ([...group.children]).filter(({ hidden }) => !hidden);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = /** @type {HTMLElement} */ (buttons.at((at + turn) % buttons.length));
    next.focus();
    reach(next);
  };
}

/** Marks an option of a switch as chosen, as a press would. @param {HTMLElement} group @param {string} value */
export function turnSwitch(group, value) {
  for (const option of /** @type {Iterable<HTMLElement>} */ (group.children)) {
    option.setAttribute("aria-checked", String(option.dataset.value === value));
    option.tabIndex = option.dataset.value === value ? 0 : -1;
  }
}

/**
 * A dialog over the page; a press beside it closes it, as its `close` does.
 *
 * @param {HTMLElement} root of the page
 * @param {string} classes such as `.tdp-own-text`
 * @param {string} name for screen readers
 * @param {HTMLElement} close
 * @param {...(Node | string)} parts
 */
export function dialogIn(root, classes, name, close, ...parts) {
  const dialog = /** @type {HTMLDialogElement} */ (element(`dialog${classes}`, { "aria-label": name }, ...parts));
  close.onclick = () => dialog.close();
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  root.append(dialog);
  return dialog;
}

/** @param {Element} place @param {() => void} seen called once, when the place first comes into view */
export function onceSeen(place, seen) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    seen();
  });
  observer.observe(place);
}
