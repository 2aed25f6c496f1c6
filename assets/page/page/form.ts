/** The form: prompt, seed and settings of the run that Generate would make. It knows which run it was filled from. */

import { batch, signal } from "@preact/signals";
import { isWritten } from "../rules/knobs.ts";
import { NO_SPEC } from "../run/spec.ts";
import { steeringOf } from "../run/steering.ts";
import type { Knob } from "../rules/knobs.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Steering } from "../run/steering.ts";
import type { Ask } from "./ask.ts";
import type { Knobs } from "./knobs.ts";
import type { OneModel } from "./model.ts";

/** What chooses among several models. */
export interface ModelMenu {
  /** The model of the form's runs; "" for the first one. */
  readonly name: string;
  readonly chosen: OneModel;
  /** Those that could be asked instead. */
  readonly others: OneModel[];
  /** Chooses a model that is ready; for any other name the first one. */
  choose: (name: string) => void;
}

export class Form {
  /** What it was filled with last, as text. */
  #filled = signal("");
  /** What was sent last. */
  sent = "";
  /** The text of a sampler that the reader writes. */
  written = signal("");
  /** Chooses among the models, where there are several. */
  which = signal<ModelMenu | null>(null);
  /** The run that it was filled from. */
  source = signal<RunSpec | null>(null);
  #steering = signal<Steering>({});

  constructor(
    public ask: Ask,
    public knobs: Knobs,
    public table: Knob[],
  ) {}

  /** What the reader holds, changes or starts from. */
  get steering() {
    return this.#steering.value;
  }

  /** @param steering from now on */
  steer(steering: Steering) {
    this.#steering.value = steeringOf(steering);
    this.knobs.favours.value = steering.keep === "favoured";
  }

  /** What Generate would make. The engine knows which models there are, and passes over a name that it does not have. */
  get spec(): RunSpec {
    const { text, system, thinking } = this.ask;
    const settings = this.knobs.values;
    return {
      ...NO_SPEC,
      model: this.which.value ? this.model : (this.source.value?.model ?? ""),
      prompt: { text: text.value, system: system.value, thinking: thinking.value, image_sha256: "" },
      settings,
      sampler_source: isWritten(settings.sampler, this.table) ? this.written.value : "",
      seed: this.knobs.seed.value,
      ...this.steering,
    };
  }

  /** The name of the model that the run is for; "" for the first one. */
  get model() {
    return this.which.value?.name ?? "";
  }

  /** @param spec whose prompt, seed and settings the form shows from now on */
  fill(spec: RunSpec) {
    batch(() => {
      this.source.value = spec;
      this.which.value?.choose(spec.model);
      this.ask.fill(spec.prompt);
      this.knobs.seed.value = spec.seed;
      this.knobs.values = spec.settings;
      if (isWritten(spec.settings.sampler, this.table)) this.written.value = spec.sampler_source;
      this.steer(spec);
      this.#filled.value = this.#text;
      this.knobs.fit();
    });
  }

  /** A run has begun that was asked for from here. What the reader has typed since stays. */
  adopt(spec: RunSpec) {
    this.source.value = spec;
    this.#filled.value = this.sent;
  }

  /** Does it show something else than the run that it was filled from? */
  get differs() {
    const text = this.#text; // read whether or not there is a run, so that who follows hears of each change
    return this.source.value !== null && text !== this.#filled.value;
  }

  /** Shows the run again that the form was filled from. */
  restore() {
    if (this.source.value) this.fill(this.source.value);
  }

  get #text() {
    const { settings, ...others } = { ...this.spec, model: this.model };
    const shown = this.table.flatMap((knob) => (this.knobs.has(knob) ? [[knob.name, settings[knob.name]]] : []));
    return JSON.stringify([others, shown]);
  }

  /** Does it show something else than what was asked for last? */
  get asksAnew() {
    return this.#text !== this.sent;
  }

  /** What the form shows is asked for now. */
  send() {
    this.sent = this.#text;
  }
}
