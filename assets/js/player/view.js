/** The elements of a player, built once. */

import { ICONS, button, element, icon } from "../dom/elements.js";
import { SERIES } from "../run/series.js";
import { SPEEDS } from "./player.js";

/**
 * @param {HTMLElement} root is filled
 */
export function buildView(root) {
  const label = element("span", { class: "tdp-label" }, "RECORDED");
  const picker = element("select", { class: "tdp-picker", "aria-label": "Run that is shown" });
  const about = element("span", { class: "tdp-about" });
  const save = button("Save trace", "Save the run that is shown as a .trace file");
  const open = button("Open trace", "Open a .trace file from this computer");
  const file = element("input", { type: "file", accept: ".trace", hidden: "", "aria-label": "Trace file" });
  const note = element("p", { class: "tdp-note", role: "status" });
  const prompt = element("p", { class: "tdp-prompt" });
  const sentence = element("p", { class: "tdp-sentence" });
  const spoken = element("p", { class: "tdp-spoken", "aria-live": "polite" });
  const canvas = element("canvas", { class: "tdp-canvas", role: "application", "aria-roledescription": "grid of tokens" });
  const play = button("", "Play (space)");
  play.append(icon(ICONS.play));
  const back = button("", "Step back (left arrow)");
  back.append(icon(ICONS.back));
  const forward = button("", "Step forward (right arrow)");
  forward.append(icon(ICONS.forward));
  const slider = element("input", { type: "range", class: "tdp-slider", min: "0", step: "1", "aria-label": "Step" });
  const where = element("span", { class: "tdp-where" });
  const speed = element("select", { class: "tdp-speed", "aria-label": "Speed" });
  for (const value of SPEEDS) {
    const name = value === Infinity ? "fastest" : `${value} step${value === 1 ? "" : "s"}/s`;
    speed.append(element("option", { value: String(value) }, name));
  }
  play.classList.add("tdp-play");
  const link = button("Copy link", "Copy a link to this run, step, position and view");
  link.classList.add("tdp-link");
  const text = element("p", { class: "tdp-text", tabindex: "0", role: "region", "aria-label": "Text so far" });
  const series = element("select", { class: "tdp-series", "aria-label": "Figure that the curve shows" });
  for (const [value, name] of SERIES) series.append(element("option", { value }, name));
  const curve = element("div", { class: "tdp-curve" });
  const invitation = element("button", { type: "button", class: "tdp-invitation", hidden: "" }, "Watch noise become text");
  invitation.prepend(icon(ICONS.play));
  const stage = element("div", { class: "tdp-stage" }, canvas, invitation);
  const legend = element("div", { class: "tdp-legend", role: "group", "aria-label": "Legend" });
  const toolbar = element("div", { class: "tdp-toolbar", role: "group", "aria-label": "What the cells show" });
  const [overview, blocks, budget, gauge, inspector, table] = Array.from({ length: 6 }, () => element("section"));

  root.replaceChildren(
    element("div", { class: "tdp-head" }, label, picker, about, element("span", { class: "tdp-tools" }, open, save, file)),
    note,
    prompt,
    toolbar,
    legend,
    element(
      "div",
      { class: "tdp-desk" },
      element(
        "div",
        { class: "tdp-centre" },
        stage,
        element("div", { class: "tdp-bar", role: "group", "aria-label": "Playback" }, slider, play, back, forward, where, speed, link),
        sentence,
        spoken,
        overview,
        blocks,
        element(
          "div",
          { class: "tdp-below" },
          element("section", {}, element("h2", {}, "Text so far"), text, key("tdp-committed", "committed"), key("tdp-draft", "draft")),
          element("section", {}, element("div", { class: "tdp-panel-head" }, element("h2", {}, "Curve"), series), curve),
        ),
        table,
      ),
      element("div", { class: "tdp-panels" }, budget, gauge, inspector),
    ),
  );
  return {
    root, label, picker, about, save, open, file, note, prompt, legend, sentence, spoken, stage, canvas, invitation, play, back, forward,
    slider, where, speed, link, text, curve, series, toolbar, overview, blocks, budget, gauge, inspector, table,
  };
}

/**
 * @param {string} style
 * @param {string} name
 */
const key = (style, name) => element("span", { class: `tdp-key ${style}` }, name);
