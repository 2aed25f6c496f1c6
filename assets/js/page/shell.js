/** The frame of the page: one header line, the prompt bar, and the place of the player. */

import { element } from "../dom/elements.js";

/** The modes share run, step, cell and view. @type {[string, string][]} */
const MODES = [
  ["watch", "Watch"],
  ["tune", "Tune"],
  ["compare", "Compare"],
  ["learn", "Learn"],
];

/**
 * @param {HTMLElement} root will be filled
 */
export function buildShell(root) {
  const modes = element("nav", { class: "tdp-modes", "aria-label": "Modes" });
  for (const [mode, name] of MODES) modes.append(element("button", { type: "button", "data-mode": mode }, name));
  const edited = element("span", { class: "tdp-edited", role: "status", hidden: "" }, "edited · ");
  const restore = element("button", { type: "button", class: "tdp-link-like" }, "restore");
  edited.append(restore);
  const runs = element("div", { class: "tdp-runs" });
  const badge = element("span", { class: "tdp-badge" });
  const share = element(
    "button",
    { type: "button", class: "tdp-pill", "aria-haspopup": "dialog", popovertarget: "tdp-share" },
    "Share",
  );
  const shareMenu = element("div", { id: "tdp-share", class: "tdp-menu", popover: "" });
  const help = element(
    "button",
    { type: "button", class: "tdp-pill tdp-round", title: "Keys and words (?)", "aria-label": "Keys and words" },
    "?",
  );
  const header = element(
    "header",
    { class: "tdp-header" },
    element("h1", {}, "Text Diffusion Playground"),
    modes,
    element("div", { class: "tdp-header-right" }, edited, runs, badge, share, shareMenu, help),
  );
  const note = element("p", { class: "tdp-note", role: "status" });
  const ask = element("section", { class: "tdp-ask", "aria-label": "Prompt" });
  const place = element("div", {});
  const prompt = element("button", { type: "button", class: "tdp-open-prompt" }, "Prompt");
  const main = element("main", {}, ask, note, place, prompt);
  root.replaceChildren(header, main);
  return { root, header, modes, edited, restore, runs, badge, share, shareMenu, help, ask, note, place, prompt };
}
