/** The frame of the page: one header line, the prompt bar, and the place of the player. */

import { element } from "../dom/elements.ts";
import { WORDS_AND_KEYS } from "../words/terms.ts";

/** The modes share run, step, cell and view. */
const MODES: [string, string][] = [
  ["watch", "Watch"],
  ["tune", "Tune"],
  ["compare", "Compare"],
];

/** @param root will be filled @param added modes of plugins, and the faces of their buttons */
export function buildShell(root: HTMLElement, added: string[][]) {
  const modes = element("nav.tdp-modes", { "aria-label": "Modes" });
  for (const [mode, name] of [...MODES, ...added]) modes.append(element("button", { "data-mode": mode }, name));
  const edited = element("span.tdp-edited", { role: "status", hidden: "" }, "edited · ");
  const restore = element("button.tdp-link-like", "restore");
  edited.append(restore);
  const runs = element("div.tdp-runs");
  const badge = element("span.tdp-badge");
  const share = element("button.tdp-pill", { "aria-haspopup": "dialog", popovertarget: "tdp-share" }, "Share");
  const shareMenu = element("div.tdp-menu", { id: "tdp-share", popover: "" });
  const help = element(
    "button.tdp-pill.tdp-round",
    { title: `${WORDS_AND_KEYS} (?)`, "aria-label": WORDS_AND_KEYS },
    "?",
  );
  const header = element(
    "header.tdp-header",
    element("h1", "Text Diffusion Playground"),
    modes,
    element("div.tdp-header-right", edited, runs, badge, share, shareMenu, help),
  );
  const note = element("p.tdp-note", { role: "status" });
  const ask = element("section.tdp-ask", { "aria-label": "Prompt" });
  const place = element("div");
  const prompt = element("button.tdp-open-prompt", "Prompt");
  const main = element("main", ask, note, place, prompt);
  root.replaceChildren(header, main);
  return { root, header, modes, edited, restore, runs, badge, share, shareMenu, help, ask, note, place, prompt };
}
