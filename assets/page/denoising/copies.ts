/** A run's settings for use elsewhere, as `playground/export/code.py` writes them: Python code, or a command line. */

import { PlaygroundError } from "./errors.ts";
import { float, isMapping, repr, strip } from "./python-text.ts";
import { inWay, settingsOf } from "./settings.ts";
import { RunSpec } from "./spec.ts";
import type { Knob, Manifest } from "./manifest.ts";
import type { Settings } from "./settings.ts";
import type { Edit } from "./steering.ts";

type Copy = { text?: string; refused?: string };

/** The model that comes with the playground, which is loaded without a name. */
const EMBEDDED = "embedded";
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** Python code; its `repr` is itself. */
class Code {
  constructor(public text: string) {}
}

/**
 * @param description the JSON of a run's spec
 * @returns each a text, or why there is none
 */
export function copiesOf(description: string, manifest: Manifest): Record<string, Copy> | { refused: string } {
  let values;
  try {
    values = JSON.parse(description);
  } catch {
    return { refused: "This does not describe a run: it is not JSON." };
  }
  if (![undefined, null, ""].includes(values?.prompt?.image_sha256))
    return { refused: "The settings of a run with a picture are copied only where the playground has a server." };
  return refusedOr(() => {
    const copier = new Copier(RunSpec.of(values, manifest), manifest);
    const forms = { pg: "asPg", cli: "asCli", transformers: "asTransformers", diffusers: "asDiffusers" };
    return Object.fromEntries(
      Object.entries(forms).map(([name, form]) => [name, refusedOr(() => ({ text: copier[form as "asPg"]() }))]),
    );
  });
}

function refusedOr<T>(make: () => T): T | { refused: string } {
  try {
    return make();
  } catch (error) {
    if (error instanceof PlaygroundError) return { refused: error.message };
    throw error;
  }
}

class Copier {
  general: Knob[];
  floats: Set<string>;

  constructor(
    public spec: RunSpec,
    public manifest: Manifest,
  ) {
    this.general = manifest.knobs.filter(({ samplers }) => samplers.length === 0);
    const floats = manifest.knobs.filter(({ whole, choices }) => !whole && Object.keys(choices).length === 0);
    this.floats = new Set(floats.map(({ name }) => name));
  }

  /** @returns code that makes the run again with this package */
  asPg(): string {
    const { spec, manifest } = this;
    const { prompt, settings } = spec;
    const load = `model = ${called("pg.load_model", this.#model(), "name")}`;
    if (spec.branch)
      return lines(
        "import playground as pg",
        "",
        load,
        `spec = pg.RunSpec.from_dict(${literal(this.#values(spec.toDict()))})`,
        "trace = pg.record(model, spec)",
      );
    const usual: Settings = {
      ...settingsOf({ sampler: settings.sampler }, manifest),
      sampler: this.#default("sampler"),
    };
    const changed = Object.entries(settings).filter(([name, value]) => value !== usual[name]);
    const parts = {
      text: prompt.text,
      ...(prompt.system !== "" && { system: prompt.system }),
      ...(prompt.thinking && { thinking: true }),
    };
    const { start, noise, noiseSeed, keep, pins, edits } = spec;
    const steering = {
      ...(start && { start: tuple(start.map(literal)) }),
      ...(noise !== 0 && { noise }),
      ...(noiseSeed !== 0 && { noise_seed: noiseSeed }),
      ...(keep !== "free" && { keep }),
      ...(pins.length > 0 && { pins: tuple(pins.map((pin) => tuple(pin.map(literal)).text)) }),
      ...(edits.length > 0 && { edits: new Code(`[${edits.map((edit) => `pg.${editCode(edit)}`).join(", ")}]`) }),
    };
    const plain = Object.keys(parts).length === 1 && Object.keys(steering).length === 0;
    const head = [
      "import playground as pg",
      ...(plain ? [] : ["from playground.spec.prompt import Prompt"]),
      "",
      load,
      `settings = ${called("pg.SamplerSettings", this.#settings(Object.fromEntries(changed)))}`,
    ];
    const code = plain ? literal(prompt.text) : called("Prompt", parts);
    if (Object.keys(steering).length === 0)
      return lines(...head, `trace = pg.record(model, ${code}, settings, seed=${spec.seed})`);
    const described = { prompt: new Code(code), settings: new Code("settings"), seed: spec.seed, ...steering };
    return lines(...head, `spec = ${called("pg.RunSpec", described)}`, "trace = pg.record(model, spec)");
  }

  /**
   * @returns the command line that makes the run again, for a POSIX shell
   * @throws {PlaygroundError} no option says something of it
   */
  asCli(): string {
    const { spec, manifest } = this;
    const { prompt, settings } = spec;
    const texts = [prompt.text, prompt.system, spec.model, spec.revision].join("").replaceAll("\n", "");
    const hidden = HIDDEN.test(texts) ? "has characters that a terminal does not show as they are" : "";
    const reason = steered(spec) || hidden;
    if (reason)
      throw new PlaygroundError(`The run ${reason}, so there is no command line for it; the Python code works.`);
    const usual = inWay(settingsOf({}, manifest), settings.way, manifest);
    const { name: model, ...rest } = this.#model();
    const options: Record<string, any> = {
      ...(model && { model }),
      ...rest,
      seed: spec.seed,
      ...(settings.way !== this.#default("way") && { way: settings.way }),
    };
    const named = new Set(
      this.general.filter(({ choices }) => Object.keys(choices).length > 0).map(({ name }) => name),
    );
    for (const [name, value] of Object.entries(this.#settings(settings)))
      if (!named.has(name) || value !== usual[name]) options[name.replaceAll("_", "-")] = value;
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value.text ?? String(value)]);
    if (prompt.system !== "") words.push("--system", prompt.system);
    if (prompt.thinking) words.push("--thinking");
    return ["python", "-m", "playground", "generate", ...words, "--", prompt.text].map(shellWord).join(" ");
  }

  /** @returns code that calls generate() of transformers @throws {PlaygroundError} it cannot make this run */
  asTransformers(): string {
    const { spec } = this;
    const reason = steered(spec);
    if (reason)
      throw new PlaygroundError(`The run ${reason}, which the code for transformers' generate() does not have.`);
    const { prompt } = spec;
    const { name = new Code("EMBEDDED"), ...rest } = this.#model() as Record<string, any>;
    const system = strip(prompt.system);
    const chat = [
      ...(system === "" ? [] : [{ role: "system", content: system }]),
      { role: "user", content: prompt.text },
    ];
    const template = {
      chat,
      add_generation_prompt: true,
      sanitize_control_tokens: true,
      return_tensors: "pt",
      return_dict: false,
      ...((prompt.thinking || !(name instanceof Code)) && { enable_thinking: prompt.thinking }),
    };
    const config = Object.entries(this.#generationConfig());
    const imported = name instanceof Code ? ["from playground.engine.loading.source import EMBEDDED"] : [];
    return lines(
      "import torch",
      "from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion",
      "from transformers.models.diffusion_gemma.generation_diffusion_gemma import DiffusionGemmaGenerationConfig",
      ...imported,
      "",
      'device, dtype = ("cuda", "auto") if torch.cuda.is_available() else ("cpu", "float32")',
      `source = ${called("dict", { pretrained_model_name_or_path: name, ...rest })}`,
      "model = DiffusionGemmaForBlockDiffusion.from_pretrained(**source, dtype=dtype, device_map=device)",
      "tokenizer = AutoTokenizer.from_pretrained(**source)",
      `input_ids = ${called("tokenizer.apply_chat_template", template, "chat")}.to(device)`,
      "",
      "config = {",
      ...config.map(([name, value]) => `    ${literal(name)}: ${literal(value)},`),
      "}",
      `torch.manual_seed(${spec.seed})`,
      "output = model.generate(input_ids, generation_config=DiffusionGemmaGenerationConfig.from_dict(config))",
    );
  }

  /** @returns code that makes diffusers' scheduler with the same rule @throws {PlaygroundError} it has no such rule */
  asDiffusers(): string {
    const { spec } = this;
    const reason = steered(spec);
    if (reason) throw new PlaygroundError(`The run ${reason}, which diffusers' pipeline does not take.`);
    this.#refuseOthers("diffusers");
    const settings = this.#settings(spec.settings);
    const { entropy_bound, t_max, t_min, max_denoising_steps: num_inference_steps } = settings;
    const { max_new_tokens: gen_length, stability_threshold, confidence_threshold } = settings;
    const call = { gen_length, num_inference_steps, stability_threshold, confidence_threshold };
    return lines(
      "from diffusers import EntropyBoundScheduler",
      "",
      `scheduler = ${called("EntropyBoundScheduler", { entropy_bound, t_max, t_min, num_inference_steps })}`,
      `call = ${called("dict", call)}`,
      "# DiffusionGemmaPipeline(model, scheduler, processor)(prompt, **call): the same rule at each step. The",
      "# pipeline returns the sampled canvas, not the most probable one, so its text may differ.",
    );
  }

  /** @returns as `DiffusionGemmaGenerationConfig.from_dict` takes it @throws {PlaygroundError} */
  #generationConfig(): Record<string, any> {
    const { settings } = this.spec;
    this.#refuseOthers("transformers' generate()");
    const no = (reason: string) => new PlaygroundError(`${reason}, which transformers' generate() does not allow.`);
    if (settings.t_min === settings.t_max) throw no("t_min equals t_max");
    if (settings.confidence_threshold === 0) throw no("confidence_threshold is 0");
    const left = new Set(["self_conditioning_scale", "favour_margin"]); // it is 1; there is no text of one's own
    const numbers = this.general.filter(({ name, choices }) => Object.keys(choices).length === 0 && !left.has(name));
    const values = this.#settings(settings);
    return {
      ...Object.fromEntries(numbers.map(({ name }) => [name, values[name]])),
      sampler_config: { _cls_name: "EntropyBoundSamplerConfig", entropy_bound: values.entropy_bound },
    };
  }

  /** Others know only what DiffusionGemma was published with. @throws {PlaygroundError} a setting is another one */
  #refuseOthers(who: string) {
    const settings = this.#settings(this.spec.settings);
    for (const name of ["way", "sampler", "schedule", "draw", "self_conditioning", "self_conditioning_scale"]) {
      const usual = this.#default(name);
      if (this.spec.settings[name] !== usual)
        throw new PlaygroundError(
          `${name} is ${literal(settings[name])}, which ${who} cannot do; it only knows ${literal(this.floats.has(name) ? new Code(float(usual)) : usual)}.`,
        );
    }
  }

  #default(name: string): any {
    return this.general.find((knob) => knob.name === name)?.value;
  }

  /** @returns what `load_model` must know: only a hub's models have a revision that can be asked for */
  #model(): { name?: string; revision?: string } {
    const { model: name, revision } = this.spec;
    if (name === "" || name === EMBEDDED) return {};
    return { name, ...(name.includes("/") && revision !== "" && { revision }) };
  }

  /** @returns the same; numbers that need not be whole as Python's floats */
  #settings(settings: Settings): Record<string, any> {
    return Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, this.floats.has(name) ? new Code(float(value)) : value]),
    );
  }

  /** @param values of a spec @returns the same; numbers that need not be whole as Python's floats */
  #values(values: Record<string, any>): Record<string, any> {
    const { settings, branch } = values;
    return {
      ...values,
      settings: this.#settings(settings),
      ...(branch && { branch: { ...branch, parent: this.#values(branch.parent) } }),
    };
  }
}

/** @returns what a person holds, changes or starts from in it; "" for nothing */
function steered({ branch, start, pins, edits }: RunSpec): string {
  if (branch) return "branches from a step of another run";
  if (start !== null) return "starts from given tokens";
  return pins.length > 0 ? "has pinned tokens" : edits.length > 0 ? "has edited cells" : "";
}

/** @returns as `repr` */
function literal(value: any): string {
  if (value instanceof Code) return value.text;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isMapping(value)) return repr(value);
  return `{${Object.entries(value)
    .map(([name, part]) => `${repr(name)}: ${literal(part)}`)
    .join(", ")}}`;
}

const tuple = (codes: string[]): Code => new Code(codes.length === 1 ? `(${codes[0]},)` : `(${codes.join(", ")})`);

const editCode = ({ block, step, cells }: Edit) =>
  `Edit(block=${block}, step=${step}, cells=${tuple(cells.map((cell) => tuple(cell.map(literal)).text)).text})`;

/** @param first goes without its name */
const called = (name: string, values: Record<string, any>, first: string = "") =>
  `${name}(${Object.entries(values)
    .map(([key, value]) => (key === first ? "" : `${key}=`) + literal(value))
    .join(", ")})`;

const lines = (...all: string[]) => `${all.join("\n")}\n`;

/** @returns as `shlex.quote` */
const shellWord = (word: string): string => (PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);
