/** The elements of a player, built once. */

import { ICONS, button, element, icon } from "../dom/elements.js";
import { SPEEDS } from "./clock.js";

/**
 * @param {HTMLElement} root will be filled
 */
export function buildView(root) {
  const label = element("span", { class: "tdp-label" }, "RECORDED");
  const about = element("span", { class: "tdp-about" });
  const head = element("div", { class: "tdp-head" }, label, about);
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
  const stage = element("div", { class: "tdp-stage" }, canvas);
  const legend = element("div", { class: "tdp-legend", role: "group", "aria-label": "Legend" });
  const toolbar = element("div", { class: "tdp-toolbar", role: "group", "aria-label": "What the cells show" });
  const bar = element("div", { class: "tdp-bar", role: "group", "aria-label": "Playback" }, slider, play, back, forward, where, speed);
  const centre = element("div", { class: "tdp-centre" }, stage, bar, sentence, spoken);
  const beside = element("div", { class: "tdp-panels" });

  root.classList.add("token-canvas");
  root.replaceChildren(head, prompt, toolbar, legend, element("div", { class: "tdp-desk" }, centre, beside));
  return {
    root, head, label, about, prompt, legend, sentence, spoken, stage, canvas, bar, play, back, forward, slider, where, speed, toolbar,
    centre, beside,
  };
}
