/**
 * What to run, as one value. What its JSON may hold says the schema that is written from `playground/spec/run.py`; what goes
 * together, that file says too.
 */

import { WAYS } from "../../../rules/ways.ts";
import { faultOf } from "../../../run/schema.ts";
import { MOST_BRANCHES, SPEC, SPEC_VERSION } from "../../../run/spec-schema.ts";
import { checkBranch, isLater } from "./branching.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { settingsOf } from "./settings.ts";
import { checkOfStart, checkedEdits, checkedPins, editValues } from "./steering.ts";
import type * as json from "../../../run/spec-schema.ts";
import type { Manifest } from "./manifest.ts";
import type { Settings } from "./settings.ts";
import type { Edit, Pin } from "./steering.ts";

/** Without a picture, which needs a server. */
export type Prompt = Readonly<{ text: string; system: string; thinking: boolean }>;
/** The last step that both share; see `Branch` in Python. */
export type Branch = Readonly<{ parent: RunSpec; block: number; step: number }>;

interface Fields {
  prompt: Prompt;
  settings: Settings;
  seed: number;
  /** Token ids. */
  start: readonly number[] | null;
  noise: number;
  noiseSeed: number;
  keep: string;
  /** By place. */
  pins: readonly Pin[];
  /** By block and step. */
  edits: readonly Edit[];
  branch: Branch | null;
  model: string;
  revision: string;
}

const MANY = `At most ${MOST_BRANCHES} runs can branch one from the other.`;

export interface RunSpec extends Readonly<Fields> {}

export class RunSpec {
  #manifest;

  /** @throws {PlaygroundError} something in it does not go together */
  constructor(fields: Fields, manifest: Manifest) {
    this.#manifest = manifest;
    Object.assign(this, fields);
    checkOfStart(this);
    if (this.branch !== null) this.#checkBranch(this.branch);
    Object.freeze(this);
  }

  /**
   * @param values from anywhere
   * @throws {PlaygroundError}
   */
  static of(values: any, manifest: Manifest): RunSpec {
    let depth = 0;
    for (let part = values?.branch; part; part = part.parent?.branch)
      if (++depth > MOST_BRANCHES) throw new PlaygroundError(MANY);
    const fault = faultOf(values, SPEC, "spec");
    if (fault !== "") throw new PlaygroundError(`This does not describe a run: ${fault}.`);
    return RunSpec.#read(values, manifest);
  }

  /** @param values as the schema has them */
  static #read(values: json.RunSpec, manifest: Manifest): RunSpec {
    const { prompt, settings = {}, seed = 0, start = null, noise = 0, noise_seed: noiseSeed = 0 } = values;
    const { keep = "free", pins = {}, edits = [], branch, model = "", revision = "", sampler_source = "" } = values;
    if (prompt.image_sha256)
      throw new PlaygroundError("The picture that came with this run is not the one in its description.");
    const [processor] = Object.keys(values.processors ?? {});
    if (processor !== undefined)
      throw new PlaygroundError(`There is no processor '${processor}' in the browser; a server may have it.`);
    const from = branch && {
      ...branch,
      parent: RunSpec.#read({ ...branch.parent, prompt: branch.parent.prompt ?? prompt }, manifest),
    };
    const fields = { seed, start, noise, noiseSeed, keep, branch: from ?? null, model, revision };
    const spec = new RunSpec(
      {
        ...fields,
        prompt: promptOf(prompt.text, prompt.system, prompt.thinking),
        settings: settingsOf(settings, manifest),
        pins: checkedPins(pins),
        edits: checkedEdits(edits),
      },
      manifest,
    );
    const { sampler } = spec.settings;
    if (!["", manifest.samplers[sampler].version].includes(sampler_source))
      throw new PlaygroundError(`This run used a different version of the sampler '${sampler}' from the one here.`);
    return spec;
  }

  /** Does it write token after token? */
  get causal() {
    return WAYS[this.settings.way].causal;
  }

  /** The runs that it has been on its way, the first one first, itself last. */
  get chain(): RunSpec[] {
    return [...(this.branch?.parent.chain ?? []), this];
  }

  /**
   * @param canvas how many positions a canvas has
   * @returns the most of the run, with those of the runs that it branches from
   */
  size(canvas: number): { tokens: number; passes: number } {
    const { chain } = this;
    let [tokens, passes, block, step] = [0, 0, 1, 0];
    chain.forEach((run, at) => {
      const most = run.settings.max_new_tokens;
      const steps = run.causal ? canvas : run.settings.max_denoising_steps;
      const ending = run.causal
        ? { block: Math.floor(most / canvas) + 1, step: most % canvas }
        : { block: Math.ceil(most / canvas), step: steps };
      const to = chain[at + 1]?.branch ?? ending;
      tokens = Math.max(tokens, Math.min(most, to.block * canvas));
      passes += Math.max(0, (to.block - block) * steps + to.step - step);
      [block, step] = [to.block, to.step];
    });
    return { tokens, passes };
  }

  /**
   * @returns the same run of this model, and so are the runs that it branches from
   * @throws {PlaygroundError} one of them is meant for another model or revision
   */
  meantFor(model: string, revision: string): RunSpec {
    if (!["", model].includes(this.model))
      throw new PlaygroundError(`This run is meant for the model '${this.model}'; the model here is '${model}'.`);
    if (!["", revision].includes(this.revision))
      throw new PlaygroundError(
        `This run is meant for revision '${this.revision}' of ${model}; the revision here is '${revision}'.`,
      );
    const branch = this.branch && { ...this.branch, parent: this.branch.parent.meantFor(model, revision) };
    return this.replace({ model, revision, branch });
  }

  /** @throws {PlaygroundError} */
  replace(changes: Partial<Fields>): RunSpec {
    return new RunSpec({ ...this, ...changes }, this.#manifest);
  }

  /** @returns as `RunSpec.to_dict` writes it, ready for JSON */
  toDict(): Record<string, any> {
    const { model, revision, prompt, settings, seed, start, branch } = this;
    return {
      version: SPEC_VERSION,
      model,
      revision,
      prompt: { ...prompt, image_sha256: "" },
      settings: { ...settings },
      sampler_source: this.#manifest.samplers[settings.sampler].version,
      seed,
      start: start && [...start],
      ...(this.noise !== 0 && { noise: this.noise, noise_seed: this.noiseSeed }),
      ...(this.keep !== "free" && { keep: this.keep }),
      ...(this.pins.length > 0 && { pins: Object.fromEntries(this.pins) }),
      ...(this.edits.length > 0 && { edits: this.edits.map(editValues) }),
      ...(branch && { branch: { parent: branch.parent.toDict(), block: branch.block, step: branch.step } }),
    };
  }

  #checkBranch(branch: Branch) {
    checkBranch(branch);
    const { parent, block, step } = branch;
    const { prompt } = this;
    if (
      prompt.text !== parent.prompt.text ||
      prompt.system !== parent.prompt.system ||
      prompt.thinking !== parent.prompt.thinking
    )
      throw new PlaygroundError("A branch keeps the prompt of its run; a new prompt needs a new run.");
    if (this.settings.way !== parent.settings.way)
      throw new PlaygroundError(
        `A branch keeps the way of writing of its run, which is ${parent.settings.way}; another one needs a new run.`,
      );
    if (this.start !== null)
      throw new PlaygroundError("A branch starts where its run was; it has no start of its own.");
    const steps = this.settings.max_denoising_steps;
    if (steps < step && !this.causal)
      throw new PlaygroundError(
        `max_denoising_steps is ${steps}, but the branch goes on after step ${step}; allowed are ${step} or more.`,
      );
    const early = this.edits.find((edit) => !isLater(edit, block, step));
    if (early)
      throw new PlaygroundError(
        `An edit is at step ${early.step} of block ${early.block}, but the branch goes on after step ${step} of block ${block}; ` +
          "a branch changes only what comes after.",
      );
  }
}

/** @throws {PlaygroundError} one of the texts holds half of a character */
export function promptOf(text: string, system: string = "", thinking: boolean = false): Prompt {
  for (const [name, value] of [
    ["prompt", text],
    ["system prompt", system],
  ]) {
    const half = value.match(/\p{Cs}/u)?.[0].charCodeAt(0);
    if (half !== undefined)
      throw new PlaygroundError(
        `The ${name} holds U+${half.toString(16).toUpperCase()}, half of a character; only whole characters are allowed.`,
      );
  }
  return Object.freeze({ text, system, thinking });
}
