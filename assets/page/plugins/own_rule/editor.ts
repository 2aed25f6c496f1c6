/** The editor of a rule of the reader's own, below the menu of samplers. What came from elsewhere is shown, and runs once the reader says so. */

import { button, element, setText } from "../../dom/elements.ts";
import { saveBlob } from "../../dom/saving.ts";
import { MOST_RULE, OWN_RULE } from "./rule.ts";
import { RuleTrial } from "./trial.ts";
import { ABOUT, CHANGED, FIGURES, MISSING, RETURNS, SAME, STARTERS, UNREAD } from "./words.ts";
import type { Form } from "../../page/form.ts";
import type { Player } from "../../player/player.ts";

type Starter = keyof typeof STARTERS;

const NAMES = Object.keys(STARTERS) as Starter[];

export class RuleEditor {
  code: HTMLTextAreaElement;
  menu = element("select", { "aria-label": "Start from" });
  python = button("Save in Python", SAME);
  run = button("Run this rule", "Let this rule decide, and make the run");
  unread: HTMLDivElement;
  hint = element("p.tdp-hint", { role: "status" });
  trial: RuleTrial;
  root: HTMLElement;

  /** The texts to start from, once they are there. */
  #starters: Map<string, string> = new Map();
  /** Those that the reader wrote or let run. */
  #read: Set<string> = new Set();
  /** What the reader is writing. */
  #draft = "";
  /** The one that the text began from. */
  #from: Starter | null = null;

  constructor(public page: { form: Form; player: Player; assets: URL; generate: () => void; show: () => void }) {
    this.code = element("textarea.tdp-rule-code", {
      rows: "16",
      wrap: "off",
      maxlength: String(MOST_RULE),
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": "Your rule, in JavaScript",
    });
    this.code.oninput = () => this.#write(this.code.value);
    const start = element("option", { value: "" }, "Start from …");
    this.menu.append(start, ...NAMES.map((name) => element("option", { value: name }, STARTERS[name])));
    this.menu.onchange = () => this.#start(this.menu.value as Starter);
    this.python.onclick = () => this.#save();
    this.run.onclick = () => {
      this.#read.add(page.form.written);
      this.update();
      page.generate();
    };
    this.unread = element(
      "div.tdp-rule-unread",
      { role: "group", "aria-label": UNREAD },
      element("p", UNREAD),
      this.run,
    );
    const figures = FIGURES.flatMap(([name, meaning]) => [element("dt", name), element("dd", meaning)]);
    const help = element("details", element("summary", "What it gets"), element("dl", ...figures));
    this.trial = new RuleTrial({ player: page.player, assets: page.assets, rule: () => page.form.written });
    this.python.classList.add("tdp-pill");
    this.run.classList.add("tdp-pill");
    this.root = element(
      "section.tdp-own-rule",
      { "aria-label": "Own rule" },
      element("p.tdp-hint", ABOUT),
      this.unread,
      this.code,
      element("p.tdp-hint", RETURNS),
      this.trial.root,
      element("div.tdp-rule-row", this.menu, this.python),
      this.hint,
      help,
    );
  }

  /** Fetches what one can start from; a form without a rule gets the first. */
  async load() {
    const texts = NAMES.map(async (name) => [name, await this.#file(`${name}.js`)] as [string, string]);
    this.#starters = new Map(await Promise.all(texts).catch(() => []));
    setText(this.hint, this.#starters.size > 0 ? "" : MISSING);
    this.menu.disabled = this.#starters.size === 0;
    if (this.page.form.written === "" && this.#starters.size > 0) this.#start(NAMES[0]);
    this.update();
  }

  /** @returns may it run: did the reader write it, or let it? */
  allows(rule: string): boolean {
    if (rule !== "" && rule === this.#draft) this.#read.add(rule);
    return this.#read.has(rule) || [...this.#starters.values()].includes(rule);
  }

  /** The form may have another rule, or another sampler. */
  update() {
    const { form } = this.page;
    this.root.hidden = form.knobs.values.sampler !== OWN_RULE;
    if (this.code.value !== form.written) this.code.value = form.written;
    this.#from = NAMES.find((name) => this.#starters.get(name) === form.written) ?? this.#from;
    this.unread.hidden = form.written === "" || this.allows(form.written);
    this.trial.root.hidden = !this.allows(form.written);
    this.trial.update();
    const same = this.#from !== null && this.#starters.get(this.#from) === form.written;
    this.menu.value = same ? String(this.#from) : "";
    this.python.disabled = this.#from === null;
    this.python.title = same ? SAME : CHANGED;
  }

  /** Shows a rule that the reader has not read, and asks. */
  ask() {
    this.page.show();
    this.update();
    this.unread.scrollIntoView({ block: "start" });
    this.run.focus({ preventScroll: true });
  }

  /** @param rule by the reader */
  #write(rule: string) {
    this.#draft = rule;
    this.page.form.written = rule;
    this.page.form.edited();
  }

  #start(name: Starter) {
    this.#from = name;
    this.#write(this.#starters.get(name) ?? this.code.value);
  }

  async #save() {
    const name = `${this.#from}.py`;
    const text = await this.#file(name).catch(() => null);
    if (text === null) setText(this.hint, MISSING);
    else saveBlob(new Blob([text], { type: "text/x-python" }), name);
  }

  async #file(name: string) {
    const answer = await fetch(new URL(`own_rules/${name}`, this.page.assets));
    if (!answer.ok) throw new Error(MISSING);
    return answer.text();
  }
}
