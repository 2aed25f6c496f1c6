/** What the editor of a rule of the reader's own knows. What came from elsewhere is shown, and runs once the reader says so. */

import { createRef } from "preact";
import { saveBlob } from "../../dom/saving.ts";
import { RuleTrial } from "./trial.ts";
import { MISSING, STARTERS } from "./words.ts";
import type { Around } from "../../page/places.ts";

export type Starter = keyof typeof STARTERS;

export const NAMES = Object.keys(STARTERS) as Starter[];

export class RuleEditor {
  /** The texts to start from, once they are there. */
  starters: Map<string, string> = new Map();
  /** The one that the text began from. */
  from: Starter | null = null;
  hint = "";
  /** Stands above a rule that the reader must read first. */
  unread = createRef<HTMLDivElement>();
  trial: RuleTrial;

  /** Those that the reader wrote or let run. */
  #read: Set<string> = new Set();
  /** What the reader is writing. */
  #draft = "";

  /** @param page `draw` shows what is here now */
  constructor(
    public page: Record<"generate" | "show" | "draw", () => void> & Pick<Around, "assets" | "form" | "player">,
  ) {
    this.trial = new RuleTrial({ ...page, rule: () => page.form.written.value });
  }

  /** Fetches what one can start from; a form without a rule gets the first. */
  async load() {
    const texts = NAMES.map(async (name) => [name, await this.#file(`${name}.js`)] as [string, string]);
    this.starters = new Map(await Promise.all(texts).catch(() => []));
    const { size } = this.starters;
    this.hint = size > 0 ? "" : MISSING;
    if (this.page.form.written.value === "" && size > 0) this.start(NAMES[0]);
    this.update();
  }

  /** @returns may it run: did the reader write it, or let it? */
  allows(rule: string): boolean {
    if (rule !== "" && rule === this.#draft) this.#read.add(rule);
    return this.#read.has(rule) || [...this.starters.values()].includes(rule);
  }

  /** The form may have another rule, or another sampler. */
  update() {
    const { value: written } = this.page.form.written;
    this.from = NAMES.find((name) => this.starters.get(name) === written) ?? this.from;
    this.trial.update();
    this.page.draw();
  }

  /** Lets the rule decide, and makes the run. */
  run() {
    this.#read.add(this.page.form.written.value);
    this.update();
    this.page.generate();
  }

  /** Shows a rule that the reader has not read, and asks. */
  ask() {
    this.page.show();
    this.update();
    this.unread.current?.scrollIntoView({ block: "start" });
    this.unread.current?.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param rule by the reader */
  write(rule: string) {
    this.#draft = rule;
    this.page.form.written.value = rule;
  }

  start(name: Starter) {
    this.from = name;
    this.write(this.starters.get(name) ?? this.page.form.written.value);
  }

  /** Saves in Python what the text began from. */
  async save() {
    const name = `${this.from}.py`;
    const text = await this.#file(name).catch(() => null);
    if (text === null) this.hint = MISSING;
    else saveBlob(new Blob([text], { type: "text/x-python" }), name);
    this.page.draw();
  }

  async #file(name: string) {
    const answer = await fetch(new URL(`own_rules/${name}`, this.page.assets));
    if (!answer.ok) throw new Error(MISSING);
    return answer.text();
  }
}
