/** One setting of the form in one line: its name, a slider and a number, or a menu. What is wrong with it stands below it. */

import { element, setText } from "../dom/elements.ts";
import { digits } from "../words/units.ts";
import type { Knob, Value } from "../rules/knobs.ts";

const NOTCHES = 1000;
/** Units that stand beside the name; the others are in the help. */
const SHORT = ["nats", "tokens", "positions"];

export class KnobRow {
  /** What the checkpoint itself would take, once it is known; the arrow goes back to it. */
  modelValue: Value | null = null;
  reset: HTMLButtonElement;
  complaint = element("p.tdp-complaint", { role: "alert" });
  rule = element("p.tdp-knob-rule");
  menu: HTMLSelectElement | null = null;
  number: HTMLInputElement;
  range: HTMLInputElement;
  root: HTMLDivElement;

  /** @param prefix of its ids, where the setting has a row already */
  constructor(
    public knob: Knob,
    public changed: () => void,
    prefix: string = "",
  ) {
    const { name, label, unit, help, choices } = knob;
    const helpText = element("p.tdp-knob-help", { hidden: "", id: `${prefix}help-${name}` }, help);
    const title = element(
      "button.tdp-knob-name",
      { title: help, "aria-expanded": "false", "aria-controls": helpText.id },
      label,
    );
    if (SHORT.includes(unit) && !label.toLowerCase().includes(unit)) title.append(element("small", `, ${unit}`));
    title.onclick = () => {
      helpText.hidden = !helpText.hidden;
      title.setAttribute("aria-expanded", String(!helpText.hidden));
    };
    this.reset = element(
      "button.tdp-knob-reset",
      { hidden: "", "aria-label": `${label}: back to the model's own` },
      "↺",
    );
    this.reset.onclick = () => this.modelValue !== null && this.#set(this.modelValue, true);
    this.number = element("input", { type: "number", step: "any", "aria-label": label });
    this.range = element("input", {
      type: "range",
      min: "0",
      max: String(NOTCHES),
      "aria-label": label,
      tabindex: "-1",
    });
    const controls = Object.keys(choices).length > 0 ? [this.#offer(label, choices)] : [this.range, this.number];
    this.root = element(
      "div",
      { id: `${prefix}knob-${name}`, class: `tdp-knob${this.menu ? " tdp-knob-choice" : ""}` },
      title,
      this.reset,
      ...controls,
      this.rule,
      helpText,
      this.complaint,
    );
    this.number.oninput = () => {
      if (this.number.value !== "" && Number.isFinite(this.number.valueAsNumber))
        this.range.value = String(this.#notch(this.number.valueAsNumber));
      this.#check();
      changed();
    };
    this.range.oninput = () => this.#set(this.#figure(Number(this.range.value) / NOTCHES), true);
    this.value = knob.value;
  }

  #offer(label: string, choices: Record<string, string>) {
    this.menu = element("select", { "aria-label": label });
    for (const [choice, meaning] of Object.entries(choices))
      this.menu.append(element("option", { value: choice, title: meaning }, named(choice)));
    this.menu.onchange = () => this.#set((this.menu as HTMLSelectElement).value, true);
    return this.menu;
  }

  /** @returns as it stands, which may be out of bounds; an emptied field is not a number */
  get value(): Value {
    return this.menu ? this.menu.value : this.number.valueAsNumber;
  }

  set value(value) {
    this.#set(value, false);
  }

  /** @param tell the form that the reader changed it */
  #set(value: Value, tell: boolean) {
    if (this.menu) this.menu.value = String(value);
    else {
      this.number.value = String(value);
      this.range.value = String(this.#notch(Number(value)));
    }
    this.#check();
    if (tell) this.changed();
  }

  /** @param value of the checkpoint */
  setOwn(value: Value) {
    this.modelValue = value;
    this.#check();
  }

  /** Is it another value than the checkpoint's own? */
  get changes() {
    return this.modelValue !== null && this.value !== this.modelValue;
  }

  /** What is wrong with the value, in one sentence; empty if nothing is. */
  get problem() {
    const { label, minimum, maximum, whole } = this.knob;
    const { value } = this;
    if (typeof value === "string") return "";
    const within = value >= minimum && value <= maximum && (!whole || Number.isInteger(value));
    return within
      ? ""
      : `${label}: allowed is a ${whole ? "whole " : ""}number from ${digits(minimum, 16)} to ${digits(maximum, 16)}.`;
  }

  /** @param sentence shown below the setting; empty for none */
  complain(sentence: string) {
    setText(this.complaint, sentence);
    this.number.setAttribute("aria-invalid", String(sentence !== ""));
  }

  #check() {
    this.complain(this.problem);
    const { value, changes } = this;
    this.reset.hidden = !changes;
    this.reset.title = `Back to ${typeof this.modelValue === "string" ? named(this.modelValue) : digits(Number(this.modelValue), 16)}, the model's own`;
    this.root.classList.toggle("tdp-changed", changes);
    if (this.menu) setText(this.rule, this.knob.choices[String(value)] ?? "");
  }

  /** @returns its place on the slider */
  #notch(value: number): number {
    const [low, high] = this.knob.slider;
    const share = (value - low) / (high - low);
    return Math.round(NOTCHES * Math.min(Math.max(this.knob.logarithmic ? Math.cbrt(share) : share, 0), 1));
  }

  /** @param place 0 .. 1 @returns a round value */
  #figure(place: number): number {
    const [low, high, step] = this.knob.slider;
    const value = low + (high - low) * (this.knob.logarithmic ? place ** 3 : place);
    if (this.knob.logarithmic && !this.knob.whole) return +value.toPrecision(2);
    return +Math.min(high, low + Math.round((value - low) / step) * step).toPrecision(12);
  }
}

/** @param choice such as `entropy-bound` */
const named = (choice: string) => choice.charAt(0).toUpperCase() + choice.slice(1).replaceAll("-", " ");
