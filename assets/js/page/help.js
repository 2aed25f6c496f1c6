/** What `?` opens: the keys, the words, and how the page looks. */

import { button, element, switchOf } from "../dom/elements.js";
import { recall, remember } from "../dom/memory.js";
import { glossary } from "../words/terms.js";

/** @type {[string, string][]} */
const KEYS = [
  ["space", "play or pause"],
  ["← →", "step back or forth"],
  ["Home End", "the noise; the end"],
  ["N", "the next self-correction"],
  ["1 2 3", "what went in, what was drawn, best guess"],
  ["T", "grid or text"],
  ["F", "present: the canvas, its timeline and its sentence"],
  ["Esc", "leave the cell, or presenting"],
  ["?", "this list"],
];

const SIZE = "text size";
/** @type {[string, string][]} */
const SIZES = [["0.9", "small"], ["1", "normal"], ["1.25", "large"]];

/**
 * @param {HTMLElement} root of the page
 * @param {{ resize: (scale: number) => void, contrast: (high: boolean) => void, terms: (mode: import("../words/terms.js").Mode) => void }} looks
 * @returns {HTMLDialogElement}
 */
export function buildHelp(root, { resize, contrast, terms }) {
  const keys = element("dl", { class: "tdp-keys" });
  for (const [key, meaning] of KEYS) keys.append(element("dt", {}, ...key.split(" ").map((part) => element("kbd", {}, part))), element("dd", {}, meaning));
  const size = recall(SIZE, "1");
  const known = SIZES.some(([value]) => value === size) ? size : "1";
  const change = (/** @type {string} */ value) => {
    remember(SIZE, value);
    root.style.setProperty("--tdp-scale", value);
    resize(Number(value));
  };
  const sizes = switchOf("Text size", SIZES, change, known);
  const contrasts = switchOf("Contrast", [["normal", "normal"], ["high", "high"]], (value) => {
    remember("contrast", value);
    contrast(value === "high");
  }, recall("contrast", "normal") === "high" ? "high" : "normal");
  const mode = recall("words", "plain") === "terms" ? "terms" : "plain";
  const list = element("div", {}, glossary(mode));
  const kinds = switchOf("Words", [["plain", "plain"], ["terms", "the field's terms"]], (value) => {
    const chosen = value === "terms" ? "terms" : "plain";
    remember("words", chosen);
    list.replaceChildren(glossary(chosen));
    terms(chosen);
  }, mode);
  const close = button("Close", "Close (Esc)");
  close.className = "tdp-pill";
  const api = element("a", { href: "?api", target: "_blank" }, "Use it from code");
  const dialog = element(
    "dialog",
    { class: "tdp-help-dialog", "aria-label": "Keys and words" },
    element("div", { class: "tdp-panel-head" }, element("h2", {}, "Keys"), close),
    keys,
    element("h2", {}, "Looks"),
    element("p", { class: "tdp-looks" }, "Text ", sizes, " Contrast ", contrasts, " Words ", kinds),
    element("h2", {}, "Words"),
    list,
    element("p", {}, api),
  );
  close.onclick = () => dialog.close();
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  };
  root.append(dialog);
  if (known !== "1") change(known);
  if (mode !== "plain") terms(mode);
  if (recall("contrast", "normal") === "high") contrast(true);
  return dialog;
}
