/** The row in a cell's card: text to hold there or to put there once, and how it falls into tokens. */

import { cellText } from "../cells/glyphs.js";
import { button, element, setText } from "../dom/elements.js";
import { handAt } from "../rules/hand.js";
import { wayOf } from "../rules/ways.js";
import { counted } from "../words/units.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../run/recording.js").Frame} Frame */
/**
 * @typedef {object} Acts
 * @property {(position: number, ids: number[] | null) => string} pin null takes the pin away; returns why it cannot be
 * @property {(position: number, ids: number[] | null) => string} change null is noise; returns why it cannot be
 * @property {(position: number) => boolean} pinned is something held there in the next run?
 */

/** A reader who rests this long is asked for. */
const REST_MS = 150;

export class HoldRow {
  /** @param {(text: string) => Promise<import("./hand.js").Tokens>} tokens @param {Acts} acts */
  constructor(tokens, acts) {
    this.tokens = tokens;
    this.acts = acts;
    this.input = element("input", {
      type: "text",
      maxlength: "400",
      "aria-label": "Text to hold here",
      placeholder: "Type to hold a text here",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.pin = button("Pin", "Hold this text here in the next run (Enter)");
    this.free = button("Unpin", "Let the next run write here");
    this.put = button("Put here once", "Run again with this text here from the next step on, free to change");
    this.noise = button("Re-noise", "Run again with this cell turned into noise before the next step");
    this.status = element("p", { role: "status" });
    for (const made of [this.pin, this.free, this.put, this.noise]) made.classList.add("tdp-pill");
    this.root = element(
      "div.tdp-hold",
      { hidden: "" },
      this.input,
      this.pin,
      this.free,
      this.put,
      this.noise,
      this.status,
    );
    /** What is typed, as tokens; null while that is not known. @type {number[] | null} */
    this.ids = null;
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {Frame | null} */
    this.frame = null;
    this.position = 0;
    /** @type {Record<string, string>} */
    this.texts = {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.input.oninput = () => {
      clearTimeout(this.timer);
      this.ids = null;
      this.#offer();
      this.timer = setTimeout(() => this.#read(), REST_MS);
    };
    this.input.onkeydown = (event) => {
      if (event.key === "Escape") this.input.blur();
      if (event.key !== "Enter" || event.isComposing) return;
      if (this.ids !== null) this.pin.click();
      else this.#read().then(() => this.pin.disabled || this.pin.click());
    };
    this.pin.onclick = () => {
      if (this.ids === null) return;
      const problem = acts.pin(this.position, this.ids);
      if (problem !== "") return this.#say(problem, true);
      this.#clear();
      this.#say("Held in the next run: press Generate to write around it.");
    };
    this.free.onclick = () => {
      acts.pin(this.position, null);
      this.#say("");
    };
    this.put.onclick = () => this.ids && this.#say(acts.change(this.position, this.ids), true);
    this.noise.onclick = () => this.#say(acts.change(this.position, null), true);
  }

  /**
   * @param {Recording | null} recording
   * @param {Frame | null} frame
   * @param {number} position
   * @param {boolean} [noise] is only the noise shown?
   */
  show(recording, frame, position, noise = false) {
    this.root.hidden = recording === null;
    if (recording === null || frame === null) return;
    const moved = position !== this.position || recording !== this.recording;
    const stepped = frame !== this.frame;
    Object.assign(this, { recording, frame, position });
    if (moved) {
      this.#clear();
      this.#say("");
    } else if (stepped && this.ids !== null) this.#describe();
    setText(this.noise, noise ? "New noise" : "Re-noise");
    this.#offer();
  }

  #offer() {
    const causal = wayOf(this.recording?.header ?? {}).causal;
    this.free.hidden = !this.acts.pinned(this.position);
    const some = this.ids !== null && this.ids.length > 0;
    this.pin.disabled = this.put.disabled = !some;
    this.put.hidden = this.input.value === "" || causal;
    this.noise.hidden =
      this.input.value !== "" || causal || (this.frame && handAt(this.frame, this.position)) === "held";
  }

  #clear() {
    clearTimeout(this.timer);
    this.input.value = "";
    this.ids = null;
    this.#offer();
  }

  async #read() {
    clearTimeout(this.timer);
    const { value } = this.input;
    if (value === "") return this.#say("");
    const text = this.recording && this.frame ? wordAt(this.recording, this.frame, this.position, value) : value;
    const { ids, texts = {}, refused } = await this.tokens(text);
    if (this.input.value !== value) return; // the reader has typed on
    this.ids = ids ?? null;
    this.texts = texts;
    this.#offer();
    if (refused !== undefined) return this.#say(refused, true);
    this.#describe();
  }

  /** How the text falls into tokens, and what the shown step makes of each. */
  #describe() {
    const { frame, ids, texts } = this;
    if (ids === null || frame === null) return;
    const length = frame.argmax_ids.length;
    const k = (frame.top_ids?.length ?? 0) / length;
    let without = 0;
    const names = ids.map((id, beside) => {
      const [token, position] = [`“${cellText(texts[id] ?? "")}”`, this.position + beside];
      if (!frame.top_ids || !frame.top_probs || position >= length) return token;
      const rank = frame.top_ids.subarray(position * k, (position + 1) * k).indexOf(id);
      without += Number(rank === -1);
      return rank === -1
        ? token
        : `${token} (rank ${rank + 1}, probability ${frame.top_probs[position * k + rank].toPrecision(2)})`;
    });
    const who = without < ids.length ? "Those without a rank are" : without === 1 ? "It is" : "They are";
    const rest = without > 0 ? `. ${who} not among the ${k} most probable here.` : "";
    this.#say(
      `${counted(ids.length, "token")}: ${names.slice(0, 12).join(" ")}${names.length > 12 ? " …" : ""}${rest}`,
    );
  }

  /** @param {string} sentence @param {boolean} [wrong] */
  #say(sentence, wrong = false) {
    this.status.classList.toggle("tdp-refused", wrong);
    setText(this.status, sentence);
  }
}

/**
 * @param {Recording} recording
 * @param {Frame} frame
 * @param {number} position
 * @param {string} text to put there
 * @returns {string} with the space that a word in the middle of a text begins with, which nobody thinks of typing
 */
export function wordAt({ tokens }, { argmax_ids: ids }, position, text) {
  const before = tokens.get(ids[position - 1] ?? -1) ?? "";
  const spaced = position > 0 && !/[\s("“'_]$/.test(before) && /^[\p{L}\p{N}]/u.test(text);
  return spaced ? ` ${text}` : text;
}
