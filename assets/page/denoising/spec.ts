/** What to run, as one value; `playground/spec/run.py` has the same rules and says the same sentences. */

import { WAYS } from "../rules/ways.ts";
import { MOST_BRANCHES, PARENT, SPEC_VERSION as VERSION } from "../run/spec-schema.ts";
import { checkedBranch, isLater } from "./branching.ts";
import { PlaygroundError } from "./errors.ts";
import { byCodePoint, isMapping, isWhole, repr } from "./python-text.ts";
import { checkedSeed, has, settingsOf } from "./settings.ts";
import { checkOfStart, checkedEdits, checkedPins, editValues } from "./steering.ts";
import type { Manifest } from "./manifest.ts";
import type { Settings } from "./settings.ts";
import type { Pin } from "./steering.ts";

/** Without a picture, which needs a server. */
export type Prompt = Readonly<{ text: string; system: string; thinking: boolean }>;
/** The last step that both share; see `Branch` in Python. */
export type Branch = Readonly<{ parent: RunSpec; block: number; step: number }>;

export interface Fields {
  prompt: Prompt;
  settings: Settings;
  seed?: unknown;
  /** Token ids. */
  start?: unknown;
  noise?: unknown;
  noiseSeed?: unknown;
  keep?: unknown;
  pins?: unknown;
  edits?: unknown;
  branch?: Branch | null;
  model?: string;
  revision?: string;
}

const FIELDS = Object.keys(PARENT.properties ?? {}).sort();

export class RunSpec {
  prompt: Readonly<{ text: string; system: string; thinking: boolean }>;
  settings: Readonly<Record<string, any>>;
  seed: number;
  start: readonly number[] | null;
  noise: number;
  keep: string;
  noiseSeed: number;
  pins: readonly Pin[];
  edits: ReturnType<typeof checkedEdits>;
  branch: Readonly<{ parent: RunSpec; block: number; step: number }> | null;
  model: string;
  revision: string;

  #manifest;

  /** @throws {PlaygroundError} */
  constructor(
    {
      prompt,
      settings,
      seed = 0,
      start = null,
      noise = 0,
      noiseSeed = 0,
      keep = "free",
      pins = [],
      edits = [],
      branch = null,
      model = "",
      revision = "",
    }: Fields,
    manifest: Manifest,
  ) {
    this.#manifest = manifest;
    this.prompt = prompt;
    this.settings = settings;
    this.seed = checkedSeed(seed);
    this.start = start === null ? null : checkedStart(start);
    checkOfStart(noise, keep, this.start !== null);
    this.noise = Number(noise);
    this.keep = String(keep);
    this.noiseSeed = checkedSeed(noiseSeed);
    this.pins = checkedPins(pins);
    this.edits = checkedEdits(edits);
    this.branch = branch;
    this.model = model;
    this.revision = revision;
    if (branch !== null) this.#checkBranch(branch);
    Object.freeze(this);
  }

  /**
   * @param values from anywhere
   * @param depth how many runs branch from this one, one from the other
   * @throws {PlaygroundError}
   */
  static of(values: any, manifest: Manifest, depth: number = 0): RunSpec {
    const version = isMapping(values) && has(values, "version") ? values.version : VERSION;
    if ((typeof version !== "boolean" && !isWhole(version)) || version > VERSION)
      throw new PlaygroundError(
        `This description of a run has version ${repr(version)}; this playground reads up to version ${VERSION}.`,
      );
    if (!isMapping(values) || !has(values, "prompt"))
      throw new PlaygroundError("This does not describe a run: it has no prompt.");
    const [unknown] = Object.keys(values)
      .filter((name) => !FIELDS.includes(name))
      .sort(byCodePoint);
    if (unknown !== undefined)
      throw new PlaygroundError(
        `The description of a run has no field ${repr(unknown)}; its fields are ${FIELDS.join(", ")}.`,
      );
    const { prompt, settings = {}, branch = null } = values;
    if (!isMapping(prompt) || !isMapping(settings))
      throw new PlaygroundError("The description of a run must hold a prompt and settings, both as objects.");
    const { text, system, image_sha256, ...names } = textsOf(values, prompt);
    if (image_sha256 !== "")
      throw new PlaygroundError("The picture that came with this run is not the one in its description.");
    const fields: Record<string, unknown> = {};
    for (const name of ["seed", "start", "noise", "noise_seed", "keep", "pins", "edits"])
      if (has(values, name)) fields[name === "noise_seed" ? "noiseSeed" : name] = values[name];
    const spec = new RunSpec(
      {
        prompt: promptOf(text, system, has(prompt, "thinking") && prompt.thinking === true),
        settings: settingsOf(settings, manifest),
        branch: branch === null ? null : readBranch(branch, manifest, depth + 1, prompt),
        model: names.model,
        revision: names.revision,
        ...fields,
      },
      manifest,
    );
    const { sampler } = spec.settings;
    if (!["", manifest.samplers[sampler].version].includes(names.sampler_source))
      throw new PlaygroundError(`This run used a different version of the sampler ${repr(sampler)} from the one here.`);
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
      throw new PlaygroundError(
        `This run is meant for the model ${repr(this.model)}; the model here is ${repr(model)}.`,
      );
    if (!["", revision].includes(this.revision))
      throw new PlaygroundError(
        `This run is meant for revision ${repr(this.revision)} of ${model}; the revision here is ${repr(revision)}.`,
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
      version: VERSION,
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

  #checkBranch({ parent, block, step }: Branch) {
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
    if (this.chain.length > MOST_BRANCHES + 1)
      throw new PlaygroundError(`At most ${MOST_BRANCHES} runs can branch one from the other.`);
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

/** @param prompt of the run that branches off */
function readBranch(values: any, manifest: Manifest, depth: number, prompt: any): Branch {
  const names = isMapping(values) ? Object.keys(values).sort().join() : "";
  if (names !== "block,parent,step")
    throw new PlaygroundError("A branch must have a parent, a block and a step, and nothing else.");
  if (depth > MOST_BRANCHES) throw new PlaygroundError(`At most ${MOST_BRANCHES} runs can branch one from the other.`);
  const { parent, block, step } = values;
  return checkedBranch(RunSpec.of(isMapping(parent) ? { prompt, ...parent } : parent, manifest, depth), block, step);
}

function checkedStart(start: unknown): readonly number[] {
  if (!Array.isArray(start) || start.length === 0 || !start.every((token) => isWhole(token) && token >= 0))
    throw new PlaygroundError("The start of a run must be a list of token ids: whole numbers from 0.");
  return Object.freeze([...start]);
}

function textsOf(values: Record<string, any>, prompt: Record<string, any>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [home, names] of [
    [values, ["model", "revision", "sampler_source"]],
    [prompt, ["text", "system", "image_sha256"]],
  ] as const) {
    for (const name of names) {
      const value = has(home, name) ? home[name] : "";
      if (typeof value !== "string") throw new PlaygroundError(`${name} is ${repr(value)}; it must be text.`);
      texts[name] = value;
    }
  }
  return texts;
}
