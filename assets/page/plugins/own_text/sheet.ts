/** The sheet for the reader's own text: its gaps are filled, or a share of it becomes noise and the run repairs it. */

import { button, element, dialogIn, messageOf, setText, switchOf, turnSwitch } from "../../dom/elements.ts";
import { KEEP, steered } from "../../run/steering.ts";
import { HINTS, gapWords, roomSentence } from "./sentences.ts";
import { counted } from "../../words/units.ts";
import { Fillings } from "./fillings.ts";
import { wordBoxes } from "./words.ts";
import type { Steering } from "../../run/steering.ts";
import type { Choice } from "../../run/gaps.ts";
import type { Rooms } from "../../page/hand.tsx";

const REST_MS = 250;
const GONE = "The server does not answer; try again in a moment.";
const BUSY = "A run is going on; start this one when it has ended.";
/** It goes well with the model that comes with the playground. */
const EXAMPLE = {
  prompt: "Write a story about Lily, a cat and a red ball.",
  text: "Lily had a nice red ____(1-3) and a happy ____(1). ____",
};
const GAP = /_{4,}(?:\([\d-]*\))?/g;
/** The most tokens that are listed. */
const LISTED = 300;

export class OwnText {
  fillings: Fillings;
  kind: "template" | "start" = "template";
  /** What the run is steered by; one for each length of the gaps. */
  steerings: Steering[] = [];
  /** The length that the run needs, if that is more than the form has. */
  raise = 0;
  keep: keyof typeof KEEP = "favoured";
  /** Texts and prompts by kind, so that a turn to the other one loses nothing. */
  typed: { template: string; start: string };
  prompts: { template: string; start: string };
  kinds: HTMLElement;
  prompt = element("input", { type: "text", "aria-label": "Prompt of the run" });
  text = element("textarea", { rows: "5", "aria-label": "Your text", spellcheck: "false" });
  hint = element("p.tdp-own-hint");
  noise = element("input", {
    type: "range",
    min: "0",
    max: "1",
    step: "0.05",
    value: "0.1",
    "aria-label": "Share of noise",
  });
  seed = element("input", {
    type: "number",
    min: "0",
    max: String(Number.MAX_SAFE_INTEGER),
    value: "0",
    "aria-label": "Seed of the noise",
  });
  share = element("output");
  margin = element("input", { type: "number", min: "0", step: "any", "aria-label": "Margin, in nats" });
  marginLabel: HTMLLabelElement;
  rule = element("p.tdp-own-hint");
  noising: HTMLDivElement;
  tokens = element("div.tdp-tokens");
  room = element("p.tdp-own-hint.tdp-own-room");
  verdict = element("p", { role: "status" });
  use = element("button.tdp-own-use");
  fields: HTMLDivElement;
  root: HTMLDialogElement;

  /** @param root of the page */
  constructor(
    root: HTMLElement,
    public page: Rooms,
  ) {
    this.fillings = new Fillings(page);
    this.typed = { template: EXAMPLE.text, start: "" };
    this.prompts = { template: EXAMPLE.prompt, start: "" };
    this.kinds = switchOf("What to do", { template: "Fill the gaps", start: "Start from my text" }, (kind) =>
      this.#turn(kind === "start" ? "start" : "template"),
    );
    this.marginLabel = element("label", "margin ", this.margin, " nats");
    const keeps = switchOf("How your text is kept", Object.keys(KEEP), (keep) => this.#keepAs(keep));
    this.noising = element(
      "div",
      element(
        "div.tdp-own-row",
        element("label", "Noise t"),
        this.noise,
        this.share,
        element("label", "seed ", this.seed),
      ),
      element("div.tdp-own-row", element("label", "Kept"), keeps, this.marginLabel),
      this.rule,
    );
    const cancel = button("Cancel", "Leave everything as it is (Esc)");
    cancel.classList.add("tdp-pill");
    this.fields = element(
      "div",
      element("div.tdp-own-row", element("strong", "Your own text"), this.kinds),
      element("label", "Prompt", this.prompt),
      this.text,
      this.hint,
      this.noising,
      this.tokens,
      this.room,
    );
    this.root = dialogIn(
      root,
      ".tdp-own-text",
      "Your own text",
      this.fields,
      this.verdict,
      element("div.tdp-own-row.tdp-own-end", cancel, this.use),
    );
    cancel.onclick = () => this.root.close();
    this.root.onkeydown = (event) => event.stopPropagation();
    this.root.onclose = () => this.fillings.stop?.();
    this.use.onclick = () => (this.fillings.stop ? this.fillings.stop() : this.#run());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      this.typed[this.kind] = this.text.value;
      this.use.disabled = true;
      clearTimeout(timer);
      timer = setTimeout(() => this.#look(), REST_MS);
    };
    this.text.oninput = this.noise.oninput = this.seed.oninput = later;
    this.prompt.oninput = () => (this.prompts[this.kind] = this.prompt.value);
    this.#keepAs(this.keep);
  }

  /** @param text with gaps, or "" */
  open(text: string) {
    const { form, player } = this.page;
    const { prompt, settings } = form.spec;
    const wanted = text === "" ? prompt.text : (form.source?.prompt.text ?? "");
    this.prompts.start = wanted.includes("____") || wanted.trim() === "" ? "Write a story." : wanted;
    if (text !== "") this.typed.template = text;
    this.prompts.template = this.typed.template === EXAMPLE.text ? EXAMPLE.prompt : this.prompts.start;
    this.typed.start ||= player.recording?.text ?? "";
    this.margin.value = String(settings.favour_margin);
    this.#turn(text === "" ? this.kind : "template");
    this.root.showModal();
    this.text.focus();
  }

  #turn(kind: "template" | "start") {
    this.kind = kind;
    turnSwitch(this.kinds, kind);
    this.text.value = this.typed[kind];
    this.prompt.value = this.prompts[kind];
    this.noising.hidden = kind === "template";
    setText(this.hint, HINTS[kind]);
    this.#offer();
    this.#look();
  }

  /** @param keep a name in KEEP */
  #keepAs(keep: string) {
    this.keep = keep as keyof typeof KEEP;
    this.marginLabel.hidden = keep !== "favoured";
    setText(this.rule, KEEP[this.keep]);
  }

  /** Says what pressing the button does. */
  #offer() {
    const face = this.kind === "template" ? "Fill the gaps" : "Run from this text";
    setText(this.use, this.fillings.stop ? "Stop" : face);
    this.fields.inert = this.fillings.stop !== null;
  }

  /** Asks how the text falls into tokens, and shows it. */
  async #look() {
    const [kind, text] = [this.kind, this.text.value];
    const [noise, seed] = [this.noise.valueAsNumber, Math.max(0, Math.floor(this.seed.valueAsNumber || 0))];
    setText(this.share, `${Math.round(100 * noise)} %`);
    const answer = await this.page.server({ kind, text, noise, seed }).catch(() => undefined);
    if (kind !== this.kind || text !== this.text.value || noise !== this.noise.valueAsNumber) return; // the reader has gone on
    const refused = answer === undefined ? GONE : answer.refused;
    if (refused !== undefined) {
      setText(this.room, "");
      return this.#say(String(refused), true);
    }
    if (kind === "template") this.#showTemplate(answer);
    else this.#showStart(answer, noise, seed);
  }

  /** @param refused can there be no run? */
  #say(sentence: string, refused: boolean = false) {
    this.verdict.classList.toggle("tdp-refused", refused);
    this.use.disabled = refused;
    setText(this.verdict, sentence);
  }

  #showTemplate({ choices, texts, new: strange }: { choices: Choice[]; texts: Record<string, string>; new: string[] }) {
    this.steerings = choices.map(({ pins }) => ({ pins }));
    const [{ parts, pins, open }] = choices;
    let gap = -1;
    const shown = parts.flatMap(({ ids, gap: tokens }, part) => {
      if (tokens === undefined)
        return wordBoxes(
          (ids ?? []).slice(0, LISTED).map((id) => ({ text: texts[id] ?? "", mark: "held" as const })),
          strange,
        );
      gap += 1;
      return this.#gap(
        gap,
        choices.map(({ parts }) => parts[part].gap ?? tokens),
      );
    });
    this.tokens.replaceChildren(...shown, ...(open ? [element("span.tdp-gap", "… goes on")] : []));
    const most = Number(this.page.form.spec.settings.max_new_tokens);
    const lengths = choices.map(({ length }) => length + Number(!open));
    const longest = Math.max(...lengths);
    setText(this.room, roomSentence(lengths, most));
    if (longest > most)
      return this.#say(
        `The text takes ${longest} tokens with its gaps and its end; the length is set to ${most}. Shorten it, or raise the length in Tune.`,
        true,
      );
    const held = Object.keys(pins).length;
    const tried = choices.length > 1 ? ` ${choices.length} lengths are tried.` : "";
    this.#say(
      `${held} tokens held${open ? "" : ", its end among them"}; the model writes ${gapWords(choices, open)}.${tried}`,
    );
  }

  /** @param at which gap @param lengths that are tried, in tokens */
  #gap(at: number, lengths: number[]) {
    const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
    if (least < most) return element("span.tdp-gap", `${least} to ${most} tokens`);
    const resize = (to: number) => {
      let seen = -1;
      this.text.value = this.text.value.replace(GAP, (gap) => ((seen += 1) === at ? `____(${to})` : gap));
      this.text.dispatchEvent(new Event("input"));
    };
    const [less, more] = [button("−", "A token less"), button("+", "A token more")];
    for (const made of [less, more]) made.setAttribute("aria-label", made.title);
    less.disabled = least === 1;
    less.onclick = () => resize(least - 1);
    more.onclick = () => resize(least + 1);
    return element("span.tdp-gap", less, counted(least, "token"), more);
  }

  #showStart(
    {
      ids,
      replaced,
      text,
      texts,
      new: strange,
    }: { ids: number[]; replaced: (number | null)[]; text: number; texts: Record<string, string>; new: string[] },
    noise: number,
    seed: number,
  ) {
    this.steerings = [{ start: ids, ...(noise > 0 && { noise, noise_seed: seed }) }];
    const shown = ids.slice(0, Math.min(text, LISTED)).map((id, at) => {
      const replacement = replaced[at];
      const was = texts[id] ?? "";
      return replacement === null
        ? { text: was, mark: "held" as const }
        : { text: texts[replacement] ?? "", mark: "noised" as const, was };
    });
    this.tokens.replaceChildren(...wordBoxes(shown, strange));
    const drawn = replaced.filter((token) => token !== null).length;
    const within = replaced.slice(0, text).filter((token) => token !== null).length;
    const most = Number(this.page.form.spec.settings.max_new_tokens);
    const share = (count: number) => `${((100 * count) / ids.length).toFixed(1)} %`;
    this.raise = text > most ? ids.length : 0;
    setText(this.room, roomSentence([text], this.raise || most));
    const raised = this.raise ? ` The length is raised from ${most} to ${this.raise} tokens.` : "";
    this.#say(
      `Expected: ${Math.round(100 * noise)} % of ${ids.length} positions. Drawn: ${drawn}, which is ${share(drawn)}; ${within} of them among the ${text} of the text and its end.${raised}`,
    );
  }

  #run() {
    const { ask, form, generate } = this.page;
    if (ask.busy) return setText(this.verdict, BUSY);
    if (this.steerings.length > 1) return void this.#fillSurest();
    ask.prompt.value = this.prompt.value;
    ask.prompt.dispatchEvent(new Event("input"));
    let [steering] = this.steerings;
    if (this.kind === "start") {
      if (this.raise) form.knobs.values = { max_new_tokens: this.raise };
      if (this.keep === "favoured") form.knobs.values = { favour_margin: this.margin.valueAsNumber };
      if (this.keep !== "free") steering = { ...steering, keep: this.keep };
    }
    form.steer(steering);
    this.root.close();
    generate();
  }

  /** Tries each length of the gaps, then runs the surest so that its steps are seen. */
  async #fillSurest() {
    const { form, make } = this.page;
    const { problem } = form.knobs;
    if (problem !== "") return this.#say(problem, true);
    const { spec } = form;
    const prompt = { ...spec.prompt, text: this.prompt.value };
    const surest = this.fillings.surest(
      this.steerings.map((steering) => steered({ ...spec, prompt }, steering)),
      (sentence) => this.#say(sentence),
    );
    this.#offer();
    try {
      const filling = await surest;
      this.root.close();
      make(filling.spec);
    } catch (error) {
      this.#say(messageOf(error));
      this.verdict.classList.add("tdp-refused");
    }
    this.#offer();
  }
}
