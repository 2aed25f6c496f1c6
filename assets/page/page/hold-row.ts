/** The row in a cell's card: text to hold there or to put there once, and how it falls into tokens. */

import { button, element, setText } from "../dom/elements.ts";
import { handAt } from "../rules/hand.ts";
import { wayOf } from "../rules/ways.ts";
import { cellText } from "../words/glyphs.ts";
import { counted } from "../words/units.ts";
import type { Frame, Recording } from "../run/recording.ts";
import type { Tokens } from "./hand.ts";

interface Acts {
  /** Null takes the pin away; returns why it cannot be. */
  pin: (position: number, ids: number[] | null) => string;
  /** Null is noise; returns why it cannot be. */
  change: (position: number, ids: number[] | null) => string;
  /** Is something held there in the next run? */
  pinned: (position: number) => boolean;
}

/** A reader who rests this long is asked for. */
const REST_MS = 150;

export class HoldRow {
  input = element("input", {
    type: "text",
    maxlength: "400",
    "aria-label": "Text to hold here",
    placeholder: "Type to hold a text here",
    autocomplete: "off",
    spellcheck: "false",
  });
  pin = button("Pin", "Hold this text here in the next run (Enter)");
  free = button("Unpin", "Let the next run write here");
  put = button("Put here once", "Run again with this text here from the next step on, free to change");
  noise = button("Re-noise", "Run again with this cell turned into noise before the next step");
  status = element("p", { role: "status" });
  root: HTMLDivElement;
  /** What is typed, as tokens; null while that is not known. */
  ids: number[] | null = null;
  recording: Recording | null = null;
  frame: Frame | null = null;
  position = 0;
  texts: Record<string, string> = {};
  timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    public tokens: (text: string) => Promise<Tokens>,
    public acts: Acts,
  ) {
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

  /** @param noise is only the noise shown? */
  show(recording: Recording | null, frame: Frame | null, position: number, noise: boolean = false) {
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
    const causal = this.recording !== null && wayOf(this.recording.header).causal;
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

  #say(sentence: string, wrong: boolean = false) {
    this.status.classList.toggle("tdp-refused", wrong);
    setText(this.status, sentence);
  }
}

/**
 * @param text to put there
 * @returns with the space that a word in the middle of a text begins with, which nobody thinks of typing
 */
export function wordAt({ tokens }: Recording, { argmax_ids: ids }: Frame, position: number, text: string): string {
  const before = tokens.get(ids[position - 1] ?? -1) ?? "";
  const spaced = position > 0 && !/[\s("“'_]$/.test(before) && /^[\p{L}\p{N}]/u.test(text);
  return spaced ? ` ${text}` : text;
}
