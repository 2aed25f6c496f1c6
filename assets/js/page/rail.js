/** The left rail as the page's scripts see it: buttons, notice, model status and the drawing of the schedule. */

import { element } from "../dom/elements.js";
import { schedulePoints, scheduleSentence } from "../rules/schedule.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [240, 64];

/**
 * @typedef {object} Status how the model is doing
 * @property {string} state loading, ready or failed
 * @property {string} sentence
 * @property {number | null} [fraction] of the present stage of loading, where it is known
 * @property {boolean} [way_out] failed: may the embedded model take its place?
 * @property {Record<string, boolean>} [abilities] ready: what a prompt may hold beside text
 */

export class Rail {
  /**
   * @param {{ stop: () => void, embedded: () => void }} actions
   */
  constructor({ stop, embedded }) {
    this.busy = false;
    this.touched = false;
    /** The notice. */
    this.said = "";
    /** The picture that goes with the prompt, as a data URL; empty for none. */
    this.picture = "";
    const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ react) =>
      document.addEventListener(name, react, { capture: true });
    listen("click", (event) => {
      if (event.target.closest?.("#generate")) this.#press(event);
      else if (event.target.closest?.("#stop") && this.busy) stop();
      else if (event.target.closest?.("#use-embedded")) embedded();
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
    this.said = sentence;
    const place = document.getElementById("notice-text");
    if (place) place.textContent = sentence;
  }

  /** @param {string} sentence what a pressed Generate waits for, or empty */
  waiting(sentence) {
    const place = document.getElementById("waiting-text");
    if (place) place.textContent = sentence;
  }

  /** @param {Status} status */
  modelStatus({ state, sentence, fraction, way_out: wayOut, abilities = {} }) {
    const place = document.getElementById("model-status");
    const bar = /** @type {HTMLProgressElement | null} */ (document.getElementById("model-progress"));
    const button = document.getElementById("use-embedded");
    if (place === null || bar === null || button === null) return;
    if (place.textContent !== sentence) place.textContent = sentence;
    place.dataset.state = state;
    bar.hidden = state !== "loading";
    if (typeof fraction === "number") bar.value = fraction;
    else bar.removeAttribute("value");
    button.hidden = !wayOut;
    if (abilities.image) this.#offerPicture();
    for (const name of ["system", "thinking", "image"]) {
      document.getElementById(`with-${name}`)?.classList.toggle("tdp-off", !abilities[name]);
    }
  }

  /** A checkpoint that sees gets a place to choose a picture. */
  #offerPicture() {
    const input = element("input", { type: "file", id: "picture-file", accept: "image/*" });
    const preview = element("img", { id: "picture-preview", alt: "The picture that goes with the prompt", hidden: "" });
    input.onchange = () => {
      const reader = new FileReader();
      const show = () => {
        this.picture = String(reader.result ?? "");
        preview.hidden = this.picture === "";
        preview.src = this.picture;
      };
      reader.onloadend = show;
      const [file] = input.files ?? [];
      if (file) reader.readAsDataURL(file);
      else show();
    };
    document.getElementById("with-image")?.replaceChildren(element("label", {}, "Picture ", input), preview);
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
    const schedule = { shape: chosen("schedule"), steps, tMax, tMin };
    const points = schedulePoints({ ...schedule, width: WIDTH, height: HEIGHT, ceiling });
    svg.append(
      node("path", { d: `M0 0V${HEIGHT}H${WIDTH}`, class: "tdp-axis" }),
      node("polyline", { points, class: "tdp-line" }),
    );
    const words = document.createElement("p");
    words.textContent = scheduleSentence(schedule);
    place.replaceChildren(svg, words);
    return true;
  }

  /**
   * Shows of the settings that belong to samplers those of the chosen one.
   *
   * @param {import("./address.js").Knob[]} knobs
   */
  showKnobs(knobs) {
    for (const { name, samplers } of knobs) {
      if (samplers.length > 0) document.getElementById(`knob-${name}`)?.classList.toggle("tdp-off", !samplers.includes(chosen("sampler")));
    }
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
 * @param {string} name of a setting with choices
 * @returns {string} what is chosen in the form
 */
const chosen = (name) => /** @type {HTMLInputElement | null} */ (document.querySelector(`#knob-${name} input`))?.value ?? "";

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function node(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
