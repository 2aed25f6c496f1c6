/** The sheet for the reader's own text: its gaps are filled, or a share of it becomes noise and the run repairs it. */

import { cellText } from "../cells/glyphs.js";
import { button, element, dialogIn, setText, switchOf, turnSwitch } from "../dom/elements.js";
import { counted } from "../words/units.js";
import { steeringOf } from "./steering.js";

/** @typedef {import("./hand.js").Rooms} Rooms */
/** @typedef {{ place: number, ids?: number[], gap?: number }} Part */

const REST_MS = 250;
const GONE = "The server does not answer; try again in a moment.";
const EXAMPLE = "One ____(6), Lily and her cat walked to the ____(1). ____";
/** The most tokens that are listed. */
const LISTED = 300;

export class OwnText {
  /** @param {HTMLElement} root of the page @param {Rooms} page */
  constructor(root, page) {
    this.page = page;
    this.kind = "template";
    this.steering = "";
    /** The length that the run needs, if that is more than the form has. */
    this.raise = 0;
    /** Texts by kind, so that a turn to the other one loses nothing. @type {Record<string, string>} */
    this.typed = { template: EXAMPLE, start: "" };
    this.kinds = switchOf("What to do", { template: "Fill the gaps", start: "Start from my text" }, (kind) =>
      this.#turn(kind),
    );
    this.prompt = element("input", { type: "text", "aria-label": "Prompt of the run" });
    this.text = element("textarea", { rows: "5", "aria-label": "Your text", spellcheck: "false" });
    this.hint = element("p.tdp-own-hint");
    this.noise = element("input", {
      type: "range",
      min: "0",
      max: "1",
      step: "0.05",
      value: "0.4",
      "aria-label": "Share of noise",
    });
    this.seed = element("input", {
      type: "number",
      min: "0",
      max: String(Number.MAX_SAFE_INTEGER),
      value: "0",
      "aria-label": "Seed of the noise",
    });
    this.share = element("output");
    this.noising = element(
      "div.tdp-own-row",
      element("label", "Noise t"),
      this.noise,
      this.share,
      element("label", "seed ", this.seed),
    );
    this.tokens = element("div.tdp-tokens");
    this.verdict = element("p", { role: "status" });
    const cancel = button("Cancel", "Leave everything as it is (Esc)");
    cancel.classList.add("tdp-pill");
    this.use = element("button.tdp-own-use");
    this.root = dialogIn(
      root,
      ".tdp-own-text",
      "Your own text",
      cancel,
      element("div.tdp-own-row", element("strong", "Your own text"), this.kinds),
      element("label", "Prompt", this.prompt),
      this.text,
      this.hint,
      this.noising,
      this.tokens,
      this.verdict,
      element("div.tdp-own-row.tdp-own-end", cancel, this.use),
    );
    this.root.onkeydown = (event) => event.stopPropagation();
    this.use.onclick = () => this.#run();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const later = () => {
      this.typed[this.kind] = this.text.value;
      this.use.disabled = true;
      clearTimeout(timer);
      timer = setTimeout(() => this.#look(), REST_MS);
    };
    this.text.oninput = this.noise.oninput = this.seed.oninput = later;
  }

  /** @param {string} text with gaps, or "" */
  open(text) {
    const { form, player } = this.page;
    const { prompt } = form.values;
    const wanted = text === "" ? prompt : (form.source?.prompt ?? "");
    this.prompt.value = wanted.includes("____") || wanted.trim() === "" ? "Write a story." : wanted;
    if (text !== "") this.typed.template = text;
    this.typed.start ||= player.recording?.text ?? "";
    this.#turn(text === "" ? this.kind : "template");
    this.root.showModal();
    this.text.focus();
  }

  /** @param {string} kind */
  #turn(kind) {
    this.kind = kind;
    turnSwitch(this.kinds, kind);
    this.text.value = this.typed[kind];
    this.noising.hidden = kind === "template";
    const gaps = "____(12) leaves 12 tokens to the model; ____ at the end lets it write on. Everything else is held.";
    const start =
      "The run starts from this text instead of noise. At each position chance decides, with probability t, whether a random token takes its place.";
    setText(this.hint, kind === "template" ? gaps : start);
    setText(this.use, kind === "template" ? "Fill the gaps" : "Run from this text");
    this.#look();
  }

  /** Asks how the text falls into tokens, and shows it. */
  async #look() {
    const [kind, text] = [this.kind, this.text.value];
    const [noise, seed] = [this.noise.valueAsNumber, Math.max(0, Math.floor(this.seed.valueAsNumber || 0))];
    setText(this.share, `${Math.round(100 * noise)} %`);
    const answer = await this.page.server({ kind, text, noise, seed }).catch(() => undefined);
    if (kind !== this.kind || text !== this.text.value || noise !== this.noise.valueAsNumber) return; // the reader has gone on
    const refused = answer === undefined ? GONE : answer.refused;
    this.verdict.classList.toggle("tdp-refused", refused !== undefined);
    this.use.disabled = refused !== undefined;
    if (refused !== undefined) return setText(this.verdict, String(refused));
    if (kind === "template") this.#showTemplate(answer);
    else this.#showStart(answer, noise, seed);
  }

  /** @param {{ parts: Part[], pins: Record<string, number>, length: number, open: boolean, texts: Record<string, string> }} answer */
  #showTemplate({ parts, pins, length, open, texts }) {
    this.steering = steeringOf({ pins });
    let gap = -1;
    const shown = parts.flatMap(({ ids, gap: tokens }) => {
      if (tokens === undefined)
        return (ids ?? []).slice(0, LISTED).map((id) => element("span.tdp-held", cellText(texts[id] ?? "")));
      gap += 1;
      return this.#gap(gap, tokens);
    });
    this.tokens.replaceChildren(...shown, ...(open ? [element("span.tdp-gap", "… goes on")] : []));
    const most = Number(this.page.form.values.settings.max_new_tokens);
    const held = Object.keys(pins).length;
    const long = length + Number(!open) > most;
    this.verdict.classList.toggle("tdp-refused", long);
    this.use.disabled = long;
    setText(
      this.verdict,
      long
        ? `The text takes ${length} tokens with its gaps and its end; the length is set to ${most}. Shorten it, or raise the length in Tune.`
        : `${held} tokens held${open ? "" : ", its end among them"}; the model writes ${gapWords(parts, open)}.`,
    );
  }

  /** @param {number} at which gap @param {number} tokens */
  #gap(at, tokens) {
    const resize = (/** @type {number} */ to) => {
      let seen = -1;
      this.text.value = this.text.value.replace(/_{4,}(?:\(\d+\))?/g, (gap) =>
        (seen += 1) === at ? `____(${to})` : gap,
      );
      this.text.dispatchEvent(new Event("input"));
    };
    const [less, more] = [button("−", "A token less"), button("+", "A token more")];
    for (const made of [less, more]) made.setAttribute("aria-label", made.title);
    less.disabled = tokens === 1;
    less.onclick = () => resize(tokens - 1);
    more.onclick = () => resize(tokens + 1);
    return element("span.tdp-gap", less, counted(tokens, "token"), more);
  }

  /**
   * @param {{ ids: number[], replaced: (number | null)[], text: number, texts: Record<string, string> }} answer
   * @param {number} noise
   * @param {number} seed
   */
  #showStart({ ids, replaced, text, texts }, noise, seed) {
    this.steering = steeringOf({ start: ids, ...(noise > 0 && { noise, noise_seed: seed }) });
    const shown = ids.slice(0, Math.min(text, LISTED)).map((id, at) => {
      const replacement = replaced[at];
      return element(
        "span",
        replacement === null ? { class: "tdp-held" } : { class: "tdp-noised", title: `was “${texts[id] ?? ""}”` },
        cellText(texts[replacement ?? id] ?? ""),
      );
    });
    this.tokens.replaceChildren(...shown);
    const drawn = replaced.filter((token) => token !== null).length;
    const within = replaced.slice(0, text).filter((token) => token !== null).length;
    const most = Number(this.page.form.values.settings.max_new_tokens);
    const share = (/** @type {number} */ count) => `${((100 * count) / ids.length).toFixed(1)} %`;
    const raised = text > most ? ` The length is raised from ${most} to ${ids.length} tokens.` : "";
    setText(
      this.verdict,
      `Expected: ${Math.round(100 * noise)} % of ${ids.length} positions. Drawn: ${drawn}, which is ${share(drawn)}; ${within} of them among the ${text} of the text and its end.${raised}`,
    );
    this.raise = text > most ? ids.length : 0;
  }

  #run() {
    const { ask, form, generate } = this.page;
    if (ask.busy) return setText(this.verdict, "A run is going on; start this one when it has ended.");
    ask.prompt.value = this.prompt.value;
    ask.prompt.dispatchEvent(new Event("input"));
    if (this.kind === "start" && this.raise) form.knobs.values = { max_new_tokens: this.raise };
    form.steer(this.steering);
    this.root.close();
    generate();
  }
}

/** @param {Part[]} parts @param {boolean} open */
function gapWords(parts, open) {
  const free = parts.reduce((sum, { gap = 0 }) => sum + gap, 0);
  const room = free > 0 ? `${counted(free, "token")} between` : "";
  return [room, open ? "whatever comes after" : ""].filter(Boolean).join(" and ") || "nothing";
}
