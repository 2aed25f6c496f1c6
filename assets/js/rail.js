/** The left rail as the page's scripts see it: buttons, notice, model status and the drawing of the schedule. */

import { schedulePoints, scheduleSentence } from "./schedule.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [240, 64];

export class Rail {
  /**
   * @param {{ stop: () => void }} actions
   */
  constructor({ stop }) {
    this.busy = false;
    this.touched = false;
    const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ react) =>
      document.addEventListener(name, react, { capture: true });
    listen("click", (event) => {
      if (event.target.closest?.("#generate")) this.#press(event);
      else if (event.target.closest?.("#stop") && this.busy) stop();
    });
    listen("input", (event) => {
      if (event.target.closest?.("#knobs")) this.touched = true;
    });
    listen("keydown", (event) => {
      const asked = event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.closest?.("#prompt");
      if (asked) this.press();
    });
    this.setBusy(false);
  }

  /**
   * Generate, as if it had been pressed.
   *
   * @returns {boolean} false while the form is not there yet
   */
  press() {
    const button = this.#button("generate");
    button?.click();
    return button !== null;
  }

  /**
   * A second press while a run goes on must not reach the server, however soon it comes.
   *
   * @param {Event} event
   */
  #press(event) {
    if (this.busy) event.stopImmediatePropagation();
    this.busy = true;
    queueMicrotask(() => this.setBusy(true));
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    this.#disable("generate", busy);
    this.#disable("stop", !busy);
  }

  /** Stop was pressed; once is enough. */
  stopping() {
    this.#disable("stop", true);
  }

  /**
   * @param {string} sentence what went wrong, or empty
   */
  notice(sentence) {
    const place = document.getElementById("notice-text");
    if (place) place.textContent = sentence;
  }

  /** @param {string} sentence what a pressed Generate waits for, or empty */
  waiting(sentence) {
    const place = document.getElementById("waiting-text");
    if (place) place.textContent = sentence;
  }

  /**
   * @param {{ state: string, sentence: string }} status
   */
  modelStatus({ state, sentence }) {
    const place = document.getElementById("model-status");
    if (place === null) return;
    place.textContent = sentence;
    place.dataset.state = state;
  }

  /**
   * Draws the temperature schedule of the knobs as they stand; while one of them is being typed the last one stays.
   *
   * @returns {boolean} false while the form is not there yet
   */
  drawSchedule() {
    const place = document.getElementById("schedule");
    const inputs = ["max_denoising_steps", "t_max", "t_min"].map(
      (name) => /** @type {HTMLInputElement | null} */ (document.querySelector(`#knob-${name} input[type="number"]`)),
    );
    if (place === null || inputs.includes(null)) return false;
    const [steps, tMax, tMin] = inputs.map((input) => input?.valueAsNumber ?? NaN);
    if (!(steps >= 1 && tMax > 0 && tMin >= 0)) return true;
    const ceiling = Math.max(1, tMax, tMin);
    const svg = node("svg", { viewBox: `-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`, "aria-hidden": "true", preserveAspectRatio: "none" });
    const points = schedulePoints({ steps, tMax, tMin, width: WIDTH, height: HEIGHT, ceiling });
    svg.append(
      node("path", { d: `M0 0V${HEIGHT}H${WIDTH}`, class: "tdp-axis" }),
      node("polyline", { points, class: "tdp-line" }),
    );
    const words = document.createElement("p");
    words.textContent = scheduleSentence(steps, tMax, tMin);
    place.replaceChildren(svg, words);
    return true;
  }

  /**
   * @param {string} id
   * @returns {HTMLButtonElement | null}
   */
  #button(id) {
    const found = document.getElementById(id);
    return found instanceof HTMLButtonElement ? found : (found?.querySelector("button") ?? null);
  }

  /**
   * @param {string} id
   * @param {boolean} disabled
   */
  #disable(id, disabled) {
    const button = this.#button(id);
    if (button) button.disabled = disabled;
  }
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function node(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
