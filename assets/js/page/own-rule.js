/** The editor of a rule of the reader's own, below the menu of samplers. What came from elsewhere is shown, and runs once the reader says so. */

import { button, element, setText } from "../dom/elements.js";
import { addStyle } from "../dom/style.js";
import { MOST_RULE, OWN_RULE } from "../rules/own-rule.js";
import { ABOUT, CHANGED, FIGURES, MISSING, RETURNS, SAME, STARTERS, UNREAD } from "../words/own-rule.js";
import { RuleTrial } from "./rule-trial.js";
import { saveBlob } from "./saving.js";

/** @typedef {keyof typeof STARTERS} Starter */

const NAMES = /** @type {Starter[]} */ (Object.keys(STARTERS));

export class RuleEditor {
  /** The texts to start from, once they are there. @type {Map<string, string>} */
  #starters = new Map();
  /** Those that the reader wrote or let run. @type {Set<string>} */
  #read = new Set();
  /** What the reader is writing. */
  #draft = "";
  /** The one that the text began from. @type {Starter | null} */
  #from = null;

  /** @param {{ form: import("./form.js").Form, player: import("../player/player.js").Player, assets: URL, generate: () => void, show: () => void }} page */
  constructor(page) {
    addStyle("own-rule");
    this.page = page;
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
    this.menu = element("select", { "aria-label": "Start from" });
    const start = element("option", { value: "" }, "Start from …");
    this.menu.append(start, ...NAMES.map((name) => element("option", { value: name }, STARTERS[name])));
    this.menu.onchange = () => this.#start(/** @type {Starter} */ (this.menu.value));
    this.python = button("Save in Python", SAME);
    this.python.onclick = () => this.#save();
    this.run = button("Run this rule", "Let this rule decide, and make the run");
    this.run.onclick = () => {
      this.#read.add(page.form.rule);
      this.update();
      page.generate();
    };
    this.unread = element(
      "div.tdp-rule-unread",
      { role: "group", "aria-label": UNREAD },
      element("p", UNREAD),
      this.run,
    );
    this.hint = element("p.tdp-hint", { role: "status" });
    const figures = FIGURES.flatMap(([name, meaning]) => [element("dt", name), element("dd", meaning)]);
    const help = element("details", element("summary", "What it gets"), element("dl", ...figures));
    this.trial = new RuleTrial({ player: page.player, assets: page.assets, rule: () => page.form.rule });
    this.python.classList.add("tdp-pill");
    this.run.classList.add("tdp-pill");
    this.root = element(
      "section.tdp-rule",
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
    page.form.knobs.rows.sampler.root.after(this.root);
  }

  /** Fetches what one can start from; a form without a rule gets the first. */
  async load() {
    const texts = NAMES.map(async (name) => /** @type {[string, string]} */ ([name, await this.#file(`${name}.js`)]));
    this.#starters = new Map(await Promise.all(texts).catch(() => []));
    setText(this.hint, this.#starters.size > 0 ? "" : MISSING);
    this.menu.disabled = this.#starters.size === 0;
    if (this.page.form.rule === "" && this.#starters.size > 0) this.#start(NAMES[0]);
    this.update();
  }

  /** @param {string} rule @returns {boolean} may it run: did the reader write it, or let it? */
  allows(rule) {
    if (rule !== "" && rule === this.#draft) this.#read.add(rule);
    return this.#read.has(rule) || [...this.#starters.values()].includes(rule);
  }

  /** The form may have another rule, or another sampler. */
  update() {
    const { form } = this.page;
    this.root.hidden = form.knobs.values.sampler !== OWN_RULE;
    if (this.code.value !== form.rule) this.code.value = form.rule;
    this.#from = NAMES.find((name) => this.#starters.get(name) === form.rule) ?? this.#from;
    this.unread.hidden = form.rule === "" || this.allows(form.rule);
    this.trial.root.hidden = !this.allows(form.rule);
    this.trial.update();
    const same = this.#from !== null && this.#starters.get(this.#from) === form.rule;
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

  /** @param {string} rule by the reader */
  #write(rule) {
    this.#draft = rule;
    this.page.form.rule = rule;
    this.page.form.edited();
  }

  /** @param {Starter} name */
  #start(name) {
    this.#from = name;
    this.#write(this.#starters.get(name) ?? this.code.value);
  }

  async #save() {
    const name = `${this.#from}.py`;
    const text = await this.#file(name).catch(() => null);
    if (text === null) setText(this.hint, MISSING);
    else saveBlob(new Blob([text], { type: "text/x-python" }), name);
  }

  /** @param {string} name */
  async #file(name) {
    const answer = await fetch(new URL(`own_rules/${name}`, this.page.assets));
    if (!answer.ok) throw new Error(MISSING);
    return answer.text();
  }
}
