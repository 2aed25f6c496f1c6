/** The form: prompt, seed and settings of the run that Generate would make. It knows which run it was filled from. */

import { OWN_RULE } from "../rules/own-rule.ts";
import { readSteering } from "../run/steering.ts";
import type { Knob } from "../rules/knobs.ts";
import type { OwnRun } from "../run/request.ts";
import type { Ask } from "./ask.ts";
import type { Knobs } from "./knobs.ts";
import type { WhichModel } from "./which-model.ts";

export class Form {
  /** What it was filled with last, as text. */
  filled = "";
  /** What was sent last. */
  sent = "";
  /** The text of a rule of the reader's own, for the sampler of that name. */
  rule = "";
  /** The menu of models, where there are several. */
  which: WhichModel | null = null;
  /** The run that it was filled from. */
  source: OwnRun | null = null;

  /** @param tell does the form differ from the run that is shown? */
  constructor(
    public ask: Ask,
    public knobs: Knobs,
    public table: Knob[],
    public tell: (edited: boolean) => void,
  ) {}

  #steering = "";

  /** What the reader holds, changes or starts from; see steering.js. */
  get steering() {
    return this.#steering;
  }

  set steering(text) {
    this.#steering = text;
    this.knobs.favours = readSteering(text)?.keep === "favoured";
  }

  get values(): Pick<OwnRun, "prompt" | "system" | "thinking" | "seed" | "settings" | "steering" | "source" | "model"> {
    const { prompt, system, thinking } = this.ask;
    const settings = this.knobs.values;
    return {
      prompt: prompt.value,
      system: system.value,
      thinking: thinking.checked,
      seed: this.knobs.seed.valueAsNumber,
      settings,
      steering: this.steering,
      source: settings.sampler === OWN_RULE ? this.rule : "",
      model: this.model,
    };
  }

  /** The name of the model that the run is for; "" for the first one. */
  get model() {
    return this.which?.name ?? "";
  }

  /** @returns what Generate would make, with a model that the server has */
  get run(): OwnRun {
    return { kind: "own", ...this.values, revision: "" };
  }

  /** @param run whose prompt, seed and settings the form shows from now on */
  fill(run: OwnRun) {
    this.source = run;
    this.which?.choose(run.model);
    this.ask.fill({ text: run.prompt, system: run.system, thinking: run.thinking });
    this.knobs.seed.value = String(run.seed);
    this.knobs.values = run.settings;
    if (run.settings.sampler === OWN_RULE) this.rule = run.source;
    this.steering = run.steering ?? "";
    this.filled = this.#text;
    if (this.knobs.fit()) return this.edited();
    this.tell(false);
  }

  /** A run has begun that was asked for from here. What the reader has typed since stays. */
  adopt(run: OwnRun) {
    this.source = run;
    this.filled = this.sent;
    this.edited();
  }

  /** Does it show something else than the run that it was filled from? */
  get differs() {
    return this.source !== null && this.#text !== this.filled;
  }

  /** The reader changed something. */
  edited() {
    this.tell(this.differs);
  }

  /** @param steering from now on */
  steer(steering: string) {
    this.steering = steering;
    this.edited();
  }

  /** Shows the run again that the form was filled from. */
  restore() {
    if (this.source) this.fill(this.source);
  }

  get #text() {
    const { settings, ...others } = this.values;
    const shown = Object.entries(settings).filter(([name]) => !this.knobs.rows[name].root.hidden);
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
