/** The prompt bar: what to write about, Generate and Stop, how the model is doing, and the six example cards. */

import { plainText } from "../cells/glyphs.js";
import { button, element, setText } from "../dom/elements.js";
import { takeTurns } from "../dom/focus.js";
import { wayOf } from "../rules/ways.js";

/**
 * @typedef {object} Status how the model is doing
 * @property {string} state loading, ready or failed
 * @property {string} sentence
 * @property {number | null} [fraction] of the present stage of loading, where it is known
 * @property {boolean} [again] failed: may it be ready at another time? It may unless this is false
 * @property {boolean} [way_out] failed: may the embedded model take its place?
 * @property {Record<string, boolean>} [abilities] ready: what a prompt may hold beside text
 */

/** What stands beside the dot. @type {Record<string, string>} */
const STATES = {
  asking: "asking for the model …",
  loading: "loading the model …",
  ready: "ready",
  failed: "not ready",
};

export class Ask {
  /**
   * @param {HTMLElement} root will be filled
   * @param {number} most characters of a prompt
   * @param {{ generate: () => void, stop: () => void, embedded: () => void, edited: () => void }} actions
   */
  constructor(root, most, { generate, stop, embedded, edited }) {
    this.busy = false;
    /** Does the form hold what no run can have? */
    this.blocked = false;
    /** What was said that holds only as long as a run goes on. */
    this.passing = "";
    /** Done when no run goes on. */
    this.idle = Promise.withResolvers();
    /** The notice. */
    this.sentence = "";
    /** The picture that goes with the prompt, as a data URL; empty for none. */
    this.picture = "";
    this.prompt = element("textarea", {
      rows: "1",
      maxlength: String(most),
      "aria-label": "Prompt",
      spellcheck: "false",
      placeholder: "What should the text be about?",
    });
    /** A prompt of several lines in one line, while nobody writes. */
    this.line = element("span.tdp-prompt-line", { "aria-hidden": "true", dir: "auto" });
    this.state = element("span.tdp-state-word");
    this.model = element(
      "button.tdp-model",
      { id: "model-state", "aria-expanded": "false", "data-state": "asking" },
      element("i", { "aria-hidden": "true" }),
      this.state,
    );
    this.generate = element("button", { id: "generate" }, "Generate");
    this.stop = element("button", { id: "stop", hidden: "" }, "Stop");
    this.status = element(
      "p",
      { id: "model-status", role: "status", "data-state": "asking", hidden: "" },
      "Asking for the model …",
    );
    this.progress = element("progress", { id: "model-progress", "aria-label": "Loading the model", hidden: "" });
    this.embedded = button("Use the embedded model", "Load the embedded model instead");
    this.embedded.id = "use-embedded";
    this.notice = element("p", { id: "notice-text", role: "alert" });
    this.waits = element("p", { id: "waiting-text", role: "status" });
    this.about = element("p.tdp-about-prompt", { role: "status" });
    this.waysOn = element("div.tdp-ways-on", { role: "group", "aria-label": "Instead of this prompt", hidden: "" });
    this.system = element("textarea", {
      rows: "2",
      maxlength: String(most),
      "aria-label": "System prompt",
      placeholder: "System prompt",
    });
    this.thinking = element("input", { type: "checkbox" });
    this.extras = element("div.tdp-extras", { hidden: "" });
    this.cards = element("div.tdp-cards-row", { role: "group", "aria-label": "Examples" });
    const field = element(
      "div.tdp-field",
      { id: "prompt" },
      element("div.tdp-prompt-place", this.prompt, this.line),
      this.model,
      this.stop,
      this.generate,
    );
    /** How the form's way of writing goes. */
    this.gist = element("p.tdp-opening", wayOf({}).gist);
    const notices = element("div.tdp-notices", this.notice, this.waits, this.status, this.progress, this.embedded);
    root.replaceChildren(
      field,
      element("div.tdp-below-field", this.gist, this.about, notices, this.waysOn, this.cards),
      this.extras,
    );

    this.generate.onclick = generate;
    this.stop.onclick = () => {
      if (this.stop.ariaDisabled !== "true") stop();
    };
    this.embedded.onclick = embedded;
    this.embedded.hidden = true;
    this.model.onclick = () => this.#explain(this.status.hidden === true);
    this.place = /** @type {HTMLElement} */ (this.prompt.parentElement);
    this.field = field;
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
      if (this.prompt.value.includes("\n") && !event.ctrlKey && !event.metaKey) return; // a puzzle has lines
      event.preventDefault();
      generate();
    };
    new ResizeObserver(() => this.#grow()).observe(field);
  }

  /** @param {{ text: string, system: string, thinking: boolean }} prompt to show */
  fill({ text, system, thinking }) {
    this.prompt.value = text;
    this.system.value = system;
    this.thinking.checked = thinking;
    this.#grow();
  }

  /**
   * @param {string} name on the card
   * @param {string} title of the run that it shows
   * @param {() => void} choose
   */
  addCard(name, title, choose) {
    const card = button(name, title);
    card.classList.add("tdp-card-button");
    card.onclick = choose;
    this.cards.append(card);
  }

  /** @param {string} title of the run that is shown */
  mark(title) {
    for (const card of this.cards.querySelectorAll("button"))
      card.setAttribute("aria-pressed", String(card.title === title));
  }

  /** While somebody writes, the field opens over the page, and its place keeps its height. @param {boolean} writes */
  #write(writes) {
    if (writes === this.field.classList.contains("tdp-writing")) return;
    this.place.style.height = writes ? `${this.place.offsetHeight}px` : "";
    this.field.classList.toggle("tdp-writing", writes);
  }

  /** One line shows the beginning of a long prompt; with the focus the field shows several. */
  #grow() {
    const lines = this.prompt.value.split("\n").length;
    this.prompt.rows = Math.min(Math.max(lines, 1), 9);
    this.prompt.closest(".tdp-field")?.classList.toggle("tdp-lines", lines > 1);
    setText(this.line, lines > 1 ? plainText(this.prompt.value.replace(/\s+/g, " ")) : "");
  }

  /** @param {boolean} open says in words what the dot says */
  #explain(open) {
    this.status.hidden = !open;
    this.model.setAttribute("aria-expanded", String(open));
  }

  /** @param {string} sentence why no run can be made with what the form holds; empty if one can */
  block(sentence) {
    this.blocked = sentence !== "";
    this.generate.disabled = this.busy || this.blocked;
    this.generate.title = sentence;
    this.say(sentence);
  }

  /** @param {boolean} busy */
  setBusy(busy) {
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

  /** @param {string} sentence what went wrong, or empty */
  say(sentence) {
    this.sentence = sentence;
    this.notice.textContent = sentence;
  }

  /** @param {string} sentence that holds as long as a run goes on */
  meanwhile(sentence) {
    this.passing = sentence;
    this.say(sentence);
  }

  /**
   * @param {string} sentence as `say` has it
   * @param {string} name of what can be done about it
   * @param {() => void} press
   */
  offer(sentence, name, press) {
    this.say(sentence);
    const way = button(name, sentence);
    way.classList.add("tdp-pill");
    way.onclick = press;
    this.notice.append(" ", way);
  }

  /** @param {string} sentence what a pressed Generate waits for, or empty */
  waiting(sentence) {
    this.waits.textContent = sentence;
  }

  /** @param {Status} status */
  modelStatus({ state, sentence, fraction, way_out: wayOut, abilities = {} }) {
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

  /** @param {Record<string, boolean>} abilities a checkpoint that can do more gets fields for it */
  fieldsFor({ system = false, thinking = false, image = false }) {
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
    input.onchange = () => {
      const reader = new FileReader();
      const show = () => {
        this.picture = String(reader.result ?? "");
        preview.hidden = this.picture === "";
        preview.src = this.picture;
      };
      reader.onloadend = show;
      const [file] = input.files ?? [];
      if (file) reader.readAsDataURL(file);
      else show();
    };
    return element("div", { id: "with-image" }, element("label", "Picture ", input), preview);
  }
}
