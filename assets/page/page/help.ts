/** What `?` opens: the words, the keys, and how the page looks. */

import { button, dialogIn, element, switchOf } from "../dom/elements.ts";
import { WORDS_AND_KEYS } from "../words/terms.ts";
import { AGAIN } from "./first-visit.ts";
import { glossary } from "./glossary.ts";
import type { Choices, Looks } from "./looks.ts";
import type { Page } from "./page.ts";

const KEYS: [string, string][] = [
  ["space", "play or pause"],
  ["← →", "step back or forth"],
  ["Home End", "the noise; the end"],
  ["N", "the next self-correction"],
  ["D", "the next difference between runs side by side"],
  ["1 2 3", "what went in, what was drawn, best guess"],
  ["T", "grid or text; a Sudoku has a board for a grid"],
  ["F", "present: the canvas, its timeline and its sentence"],
  ["Esc", "leave the cell, or presenting"],
  ["?", "this list"],
];

/** What is said of each choice. */
const SWITCHES: { name: keyof Choices; title: string; options: Parameters<typeof switchOf>[1] }[] = [
  {
    name: "size",
    title: "Text",
    options: [
      ["0.9", "small"],
      ["1", "normal"],
      ["1.25", "large"],
    ],
  },
  { name: "contrast", title: "Contrast", options: ["normal", "high"] },
  { name: "words", title: "Words", options: { plain: "plain", terms: "the field's terms" } },
];

/**
 * @param root of the page
 * @param page has a server that programs can ask; or other files are beside it; or it holds all it has
 */
export function buildHelp(
  root: HTMLElement,
  looks: Looks,
  { served, docs, held, parts, plugins, say }: Pick<Page, "served" | "docs" | "held" | "parts" | "plugins" | "say">,
): HTMLDialogElement {
  const keys = element("dl.tdp-keys");
  for (const [key, meaning] of KEYS)
    keys.append(
      element("dt", ...key.split(" ").flatMap((part) => [element("kbd", part), " "])),
      element("dd", meaning),
    );
  const list = element("div");
  const explain = () => list.replaceChildren(glossary(looks.chosen.words === "terms" ? "terms" : "plain"));
  const switches = SWITCHES.flatMap(({ name, title, options }) => {
    const choose = (value: string) => {
      looks.choose(name, value);
      explain();
    };
    return [`${title} `, switchOf(title, options, choose, looks.chosen[name])];
  });
  const close = button("Close", "Close (Esc)");
  close.className = "tdp-pill";
  const dialog = dialogIn(
    root,
    ".tdp-help-dialog",
    WORDS_AND_KEYS,
    element("div.tdp-panel-head", element("h2", "Words"), close),
    list,
    element("h2", "Keys"),
    keys,
    element("h2", "Looks"),
    element("p.tdp-looks", ...switches),
  );
  close.onclick = () => dialog.close();
  const more = served
    ? element("a", { href: "gradio_api/openapi.json", target: "_blank" }, "Use it from code: what the server offers")
    : element("a", { href: "runs.html" }, "The recorded runs, each as a page of its own");
  const opening = button(AGAIN, AGAIN);
  opening.className = "tdp-link-like";
  opening.onclick = () => {
    dialog.close();
    parts.opening().then((shown) => shown.replay(), say);
  };
  if (held === null && parts.hasOpening) dialog.append(element("p", opening));
  if (held === null) dialog.append(element("p", more));
  if (docs) dialog.append(element("p", element("a", { href: "docs/index.html" }, "The documentation, with search")));
  if (plugins.length > 0) dialog.append(element("p", `Plugins: ${plugins.join(", ")}.`));
  explain();
  return dialog;
}
