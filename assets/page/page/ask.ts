/** The prompt bar: what to write about, Generate and Stop, how the model is doing, and the six example cards. */

import { base64Of } from "../dom/base64.ts";
import { button, element, setText } from "../dom/elements.ts";
import { takeTurns } from "../dom/focus.ts";
import { WAYS } from "../rules/ways.ts";
import { plainText } from "../words/glyphs.ts";

/** How the model is doing. */
export interface Status {
  /** Loading, ready or failed. */
  state: string;
  sentence: string;
  /** Of the present stage of loading, where it is known. */
  fraction?: number | null;
  /** Failed: may it be ready at another time? It may unless this is false. */
  again?: boolean;
  /** Failed: may the embedded model take its place? */
  way_out?: boolean;
  /** Ready: what a prompt may hold beside text. */
  abilities?: Record<string, boolean>;
}

/** What stands beside the dot. */
const STATES: Record<string, string> = {
  asking: "asking for the model …",
  loading: "loading the model …",
  ready: "ready",
  failed: "not ready",
};

export class Ask {
  busy = false;
  /** Does the form hold what no run can have? */
  blocked = false;
  /** What was said that holds only as long as a run goes on. */
  passing = "";
  /** Done when no run goes on. */
  idle = Promise.withResolvers();
  /** The notice. */
  sentence = "";
  /** The picture that goes with the prompt, as a data URL; empty for none. */
  picture = "";
  prompt = element("textarea", {
    rows: "1",
    "aria-label": "Prompt",
    spellcheck: "false",
    placeholder: "What should the text be about?",
  });
  /** A prompt of several lines in one line, while nobody writes. */
  line = element("span.tdp-prompt-line", { "aria-hidden": "true", dir: "auto" });
  state = element("span.tdp-state-word");
  model = element(
    "button.tdp-model",
    { id: "model-state", "aria-expanded": "false", "data-state": "asking" },
    element("i", { "aria-hidden": "true" }),
    this.state,
  );
  generate = element("button", { id: "generate" }, "Generate");
  stop = element("button", { id: "stop", hidden: "" }, "Stop");
  status = element(
    "p",
    { id: "model-status", role: "status", "data-state": "asking", hidden: "" },
    "Asking for the model …",
  );
  progress = element("progress", { id: "model-progress", "aria-label": "Loading the model", hidden: "" });
  embedded = button("Use the embedded model", "Load the embedded model instead");
  notice = element("p", { id: "notice-text", role: "alert" });
  waits = element("p", { id: "waiting-text", role: "status" });
  /** What plugins say of the prompt. */
  advice = element("div.tdp-parts");
  /** Their buttons. */
  buttons = element("div.tdp-parts");
  /** For what chooses among several models. */
  choice = element("div.tdp-parts");
  system = element("textarea", { rows: "2", "aria-label": "System prompt", placeholder: "System prompt" });
  thinking = element("input", { type: "checkbox" });
  extras = element("div.tdp-extras", { hidden: "" });
  cards = element("div.tdp-cards-row", { role: "group", "aria-label": "Examples" });
  /** How the form's way of writing goes. */
  gist = element("p.tdp-opening", WAYS.uniform.gist);
  place = element("div.tdp-prompt-place", this.prompt, this.line);
  field = element(
    "div.tdp-field",
    { id: "prompt" },
    this.place,
    this.buttons,
    this.choice,
    this.model,
    this.stop,
    this.generate,
  );

  /**
   * @param root will be filled
   * @param most characters of a prompt
   */
  constructor(
    root: HTMLElement,
    most: number,
    {
      generate,
      stop,
      embedded,
      edited,
    }: { generate: () => void; stop: () => void; embedded: () => void; edited: () => void },
  ) {
    this.prompt.maxLength = this.system.maxLength = most;
    Object.assign(this.embedded, { id: "use-embedded", hidden: true });
    const notices = element("div.tdp-notices", this.notice, this.waits, this.status, this.progress, this.embedded);
    root.replaceChildren(
      this.field,
      element("div.tdp-below-field", this.gist, this.advice, notices, this.cards),
      this.extras,
    );

    this.generate.onclick = generate;
    this.stop.onclick = () => {
      if (this.stop.ariaDisabled !== "true") stop();
    };
    this.embedded.onclick = embedded;
    this.model.onclick = () => this.#explain(this.status.hidden === true);
    this.prompt.onfocus = () => this.#write(true);
    this.prompt.oninput = () => {
      this.#write(true);
      this.#grow();
      edited();
    };
    // A press is over before the field closes: what it was aimed at must not move away.
    for (const kind of ["click", "keyup"])
      addEventListener(kind, () => document.activeElement !== this.prompt && this.#write(false));
    this.system.oninput = this.thinking.onchange = edited;
    this.prompt.onkeydown = (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      if (this.prompt.value.includes("\n") && !event.ctrlKey && !event.metaKey) return; // it has lines
      event.preventDefault();
      generate();
    };
    new ResizeObserver(() => this.#grow()).observe(this.field);
  }

  /** @param prompt to show */
  fill({ text, system, thinking }: { text: string; system: string; thinking: boolean }) {
    this.prompt.value = text;
    this.system.value = system;
    this.thinking.checked = thinking;
    this.#grow();
  }

  /**
   * @param name on the card
   * @param title of the run that it shows
   */
  addCard(name: string, title: string, choose: () => void) {
    const card = button(name, title);
    card.classList.add("tdp-card-button");
    card.onclick = choose;
    this.cards.append(card);
  }

  /** @param title of the run that is shown */
  mark(title: string) {
    for (const card of this.cards.querySelectorAll("button"))
      card.setAttribute("aria-pressed", String(card.title === title));
  }

  /** While somebody writes, the field opens over the page, and its place keeps its height. */
  #write(writes: boolean) {
    if (writes === this.field.classList.contains("tdp-writing")) return;
    this.place.style.height = writes ? `${this.place.offsetHeight}px` : "";
    this.field.classList.toggle("tdp-writing", writes);
  }

  /** One line shows the beginning of a long prompt; with the focus the field shows several. */
  #grow() {
    const lines = this.prompt.value.split("\n").length;
    this.prompt.rows = Math.min(Math.max(lines, 1), 9);
    this.field.classList.toggle("tdp-lines", lines > 1);
    setText(this.line, lines > 1 ? plainText(this.prompt.value.replace(/\s+/g, " ")) : "");
  }

  /** @param open says in words what the dot says */
  #explain(open: boolean) {
    this.status.hidden = !open;
    this.model.setAttribute("aria-expanded", String(open));
  }

  /** @param sentence why no run can be made with what the form holds; empty if one can */
  block(sentence: string) {
    this.blocked = sentence !== "";
    this.generate.disabled = this.busy || this.blocked;
    this.generate.title = sentence;
    this.say(sentence);
  }

  setBusy(busy: boolean) {
    this.busy = busy;
    if (busy) this.#write(false); // the canvas is to be seen
    takeTurns(this.generate, this.stop, busy, this.blocked);
    this.stop.removeAttribute("aria-disabled");
    if (busy) this.idle = Promise.withResolvers();
    else this.idle.resolve(undefined);
    if (!busy && this.sentence !== "" && this.sentence === this.passing) this.say("");
  }

  /** Stop was pressed; once is enough. */
  stopping() {
    this.stop.setAttribute("aria-disabled", "true"); // it keeps the focus
  }

  /** @param sentence what went wrong, or empty */
  say(sentence: string) {
    this.sentence = sentence;
    this.notice.textContent = sentence;
  }

  /** @param sentence that holds as long as a run goes on */
  meanwhile(sentence: string) {
    this.passing = sentence;
    this.say(sentence);
  }

  /**
   * @param sentence as `say` has it
   * @param name of what can be done about it
   */
  offer(sentence: string, name: string, press: () => void) {
    this.say(sentence);
    const way = button(name, sentence);
    way.classList.add("tdp-pill");
    way.onclick = press;
    this.notice.append(" ", way);
  }

  /** @param sentence what a pressed Generate waits for, or empty */
  waiting(sentence: string) {
    this.waits.textContent = sentence;
  }

  modelStatus({ state, sentence, fraction, way_out: wayOut, abilities = {} }: Status) {
    setText(this.status, sentence);
    setText(this.state, STATES[state] ?? state);
    for (const place of [this.status, this.model]) place.dataset.state = state;
    this.model.title = sentence;
    if (state === "failed") this.#explain(true);
    this.progress.hidden = state !== "loading" || typeof fraction !== "number";
    if (typeof fraction === "number") this.progress.value = fraction;
    this.embedded.hidden = !wayOut;
    this.fieldsFor(abilities);
  }

  /** @param abilities a checkpoint that can do more gets fields for it */
  fieldsFor({ system = false, thinking = false, image = false }: Record<string, boolean>) {
    if (this.extras.dataset.offered === `${system}${thinking}${image}`) return;
    this.extras.dataset.offered = `${system}${thinking}${image}`;
    this.extras.hidden = !(system || thinking || image);
    const think = element("label", { id: "with-thinking" }, this.thinking, " Think before the answer");
    this.extras.replaceChildren(
      ...(system ? [element("div", { id: "with-system" }, this.system)] : []),
      ...(thinking ? [think] : []),
      ...(image ? [this.#pictureField()] : []),
    );
  }

  #pictureField() {
    const input = element("input", { type: "file", id: "picture-file", accept: "image/*" });
    const preview = element("img", { id: "picture-preview", alt: "The picture that goes with the prompt", hidden: "" });
    input.onchange = async () => {
      const [file] = input.files ?? [];
      this.picture = file ? `data:${file.type};base64,${await base64Of(file)}` : "";
      preview.hidden = this.picture === "";
      preview.src = this.picture;
    };
    return element("div", { id: "with-image" }, element("label", "Picture ", input), preview);
  }
}
