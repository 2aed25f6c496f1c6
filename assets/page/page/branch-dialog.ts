/**
 * Asks what should be different from a step on, and makes the branch: luck, the sampler and what it goes by, and the word
 * in the chosen cell. A branch in which nothing changes would be the same run again, so it is not made.
 */

import { button, dialogIn, element, numberField, setText, switchOf } from "../dom/elements.ts";
import { addStyle } from "../dom/style.ts";
import { wayOf } from "../rules/ways.ts";
import { placeOf } from "../run/lanes.ts";
import { sameSteering, withEdit, withPins } from "../run/steering.ts";
import { cellText } from "../words/glyphs.ts";
import { settingName } from "../words/settings.ts";
import { branchOf, problemOf } from "./branching.ts";
import { KnobRow } from "./knob-row.ts";
import { wordAt } from "./word-at.ts";
import type { Knob } from "../rules/knobs.ts";
import type { Place } from "../run/branching.ts";
import type { Recording } from "../run/recording.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Steering } from "../run/steering.ts";
import type { MadeRun } from "./address.ts";
import type { Tokens } from "./hand.tsx";

const NOTHING = "Nothing is changed yet: the branch would be the same run again.";
const NO_CELL = "Choose a cell first to put another word there.";
const LAST = "This step is the last of its part: no word can be put there any more.";

export class BranchDialog {
  tokens: (text: string) => Promise<Tokens>;
  make: (run: MadeRun, word: boolean) => void;
  rows: KnobRow[];
  seed: HTMLInputElement;
  dice = button("⚄ other luck", "Another seed, drawn at random");
  where = element("span");
  word = element("input", { type: "text", maxlength: "400", autocomplete: "off", spellcheck: "false" });
  /** Does the word stay there, or may the sampler take it back? */
  held = true;
  sentence = element("p", { role: "status" });
  go = button("Branch", "Make the branch, in a lane beside this run");
  title = element("h2");
  root: HTMLDialogElement;
  /** What is branched from, and what the form holds. */
  from: { recording: Recording; moment: number; chosen: number | null; form: RunSpec; picture: string } | null = null;
  /** The word, as tokens; null while there is none, or it is not known yet. */
  ids: number[] | null = null;
  /** Why the word cannot be had. */
  refused = "";

  /**
   * @param root of the page
   * @param acts with another word in a cell?
   */
  constructor(
    root: HTMLElement,
    table: Knob[],
    public mostSeed: number,
    { tokens, make }: { tokens: (text: string) => Promise<Tokens>; make: (run: MadeRun, word: boolean) => void },
  ) {
    addStyle("compare");
    this.tokens = tokens;
    this.make = make;
    const bounds = table.filter(({ samplers }) => samplers.length > 0);
    const changed = () => this.#show();
    this.rows = [...bounds, ...table.filter(({ name }) => name === "sampler")].map(
      (knob) => new KnobRow(knob, changed, "branch-"),
    );
    this.seed = numberField("Luck: the seed", 0, mostSeed, { step: "1" });
    this.seed.oninput = changed;
    this.dice.onclick = () => {
      this.seed.value = String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000);
      changed();
    };
    this.word.oninput = () => this.#read();
    const stays = switchOf(
      "How long the word stays",
      [
        ["held", "held"],
        ["once", "put in once"],
      ],
      (value) => {
        this.held = value === "held";
        this.#show();
      },
    );
    this.go.onclick = () => this.#go();
    const close = button("Close", "Close (Esc)");
    for (const pill of [this.dice, close, this.go]) pill.classList.add("tdp-pill");
    this.go.classList.add("tdp-branch-go");
    this.root = dialogIn(
      root,
      ".tdp-help-dialog.tdp-branch-dialog",
      "Branch",
      close,
      element("div.tdp-panel-head", this.title, close),
      element("p.tdp-hint", "Up to here the branch is the same run. What should be different from here on?"),
      element(
        "div.tdp-knobs",
        element("div.tdp-knob", element("span.tdp-knob-name", "Luck"), this.dice, this.seed),
        ...this.rows.map((row) => row.root),
        element("div.tdp-knob", element("span.tdp-knob-name", "This word"), this.where, this.word, stays),
      ),
      this.sentence,
      this.go,
    );
    this.root.addEventListener("keydown", (event) => {
      const typed = (event.target as HTMLElement).localName === "input";
      if (event.key === "Enter" && typed && !event.isComposing && !this.go.disabled) this.go.click();
      if (event.key !== "Escape") return;
      event.stopPropagation(); // the page would leave the cell
      this.root.close(); // with the focus on a menu, the browser would not
    });
  }

  problemOf = problemOf;

  open(from: NonNullable<BranchDialog["from"]>) {
    this.from = from;
    const { recording, moment, chosen, form } = from;
    const { block, step } = placeOf(recording, moment);
    setText(
      this.title,
      `Branch ${step === 0 ? "from the noise" : `after step ${step}`}${block > 1 ? ` of part ${block}` : ""}`,
    );
    this.seed.value = String(form.seed);
    for (const row of this.rows) row.value = form.settings[row.knob.name] ?? row.knob.value;
    this.word.value = this.refused = "";
    this.ids = null;
    const frame = recording.frames[recording.moments[moment].step];
    const late = step > 0 && frame.stopReason !== "";
    const name =
      chosen === null
        ? ""
        : cellText(recording.tokens.get(frame[step === 0 ? "input_ids" : "sampled_ids"][chosen]) ?? "");
    setText(this.where, chosen === null ? NO_CELL : late ? LAST : `“${name}” at position ${chosen} becomes`);
    this.word.setAttribute("aria-label", `Another word at position ${chosen}`);
    this.word.hidden = chosen === null || late;
    (this.word.parentElement as HTMLElement).hidden = wayOf(recording.header).causal;
    this.#show();
    this.root.showModal();
    this.dice.focus();
  }

  /** @returns what is to hold from the step on */
  get #wanted(): RunSpec {
    const { recording, moment, form } = this.from as NonNullable<BranchDialog["from"]>;
    const settings = {
      ...form.settings,
      ...Object.fromEntries(this.rows.map(({ knob, value }) => [knob.name, value])),
    };
    return { ...form, seed: this.seed.valueAsNumber, settings, ...this.#steering(placeOf(recording, moment)) };
  }

  /** @returns with the word in its cell */
  #steering({ block, step }: Place): Steering {
    const { recording, chosen, form } = this.from as NonNullable<BranchDialog["from"]>;
    if (this.ids === null || chosen === null) return {};
    const first = chosen + (this.held ? recording.header.canvas_length * (block - 1) : 0);
    const cells = Object.fromEntries(this.ids.map((id, beside) => [first + beside, id]));
    return this.held ? withPins(form, cells) : withEdit(form, { block, step: step + 1, cells });
  }

  /** What would be different, in words; and what is wrong. */
  #show() {
    const sampler = String(this.rows.find(({ knob }) => knob.name === "sampler")?.value);
    for (const { knob, root } of this.rows) root.hidden = knob.samplers.length > 0 && !knob.samplers.includes(sampler);
    const shown = this.rows.filter(({ root }) => !root.hidden);
    const wrong = shown.find(({ problem }) => problem !== "")?.problem ?? this.#seedProblem;
    const changes = this.#changes(new Set(shown.map(({ knob }) => knob.name)));
    const problem = wrong || this.refused;
    this.go.disabled = problem !== "" || changes.length === 0 || (this.word.value !== "" && this.ids === null);
    setText(this.sentence, problem || (changes.length === 0 ? NOTHING : `From here on: ${changes.join(", ")}.`));
  }

  /** @param shown names of the settings in the dialog @returns such as `seed 4` */
  #changes(shown: Set<string>): string[] {
    const { recording, form, chosen } = this.from as NonNullable<BranchDialog["from"]>;
    const { header } = recording;
    const { seed, settings } = this.#wanted;
    const ours = new Set(this.rows.map(({ knob }) => knob.name));
    const named = Object.entries(settings)
      .filter(([name]) => name in header.spec.settings || shown.has(name))
      .filter(([name, value]) => (shown.has(name) || !ours.has(name)) && header.spec.settings[name] !== value)
      .map(([name, value]) => settingName(name, value));
    return [
      ...(seed === header.spec.seed ? [] : [`seed ${seed}`]),
      ...named,
      ...(this.ids ? [`“${this.word.value.trim()}” ${this.held ? "held" : "put in once"} at position ${chosen}`] : []),
      ...(sameSteering({ pins: form.pins }, { pins: header.spec.pins }) ? [] : ["what you hold by hand"]),
    ];
  }

  get #seedProblem() {
    const { valueAsNumber: seed } = this.seed;
    const within = Number.isInteger(seed) && seed >= 0 && seed <= this.mostSeed;
    return within ? "" : `Seed: allowed is a whole number from 0 to ${this.mostSeed}.`;
  }

  async #read() {
    const { value } = this.word;
    Object.assign(this, { ids: null, refused: "" });
    this.#show();
    if (value.trim() === "" || !this.from || this.from.chosen === null) return;
    const { recording, moment, chosen } = this.from;
    const frame = recording.frames[recording.moments[moment].step];
    const { ids = null, refused = "" } = await this.tokens(wordAt(recording, frame, chosen, value));
    if (this.word.value !== value) return; // the reader has typed on
    const over = ids !== null && chosen + ids.length > recording.header.canvas_length;
    Object.assign(this, over ? { refused: "This text would go past the end of the canvas." } : { ids, refused });
    this.#show();
  }

  #go() {
    if (this.from === null) return;
    const { recording, moment, picture } = this.from;
    const run = branchOf(recording, moment, this.#wanted, picture);
    if (typeof run === "string") return setText(this.sentence, run);
    this.root.close();
    this.make(run, this.ids !== null);
  }
}
