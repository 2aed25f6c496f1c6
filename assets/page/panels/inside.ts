/**
 * Inside one position at one step: its whole distribution, where it looks, and what it would have become without
 * self-conditioning. The server computes the step again for it; fetched when it is first asked for.
 */

import type { Reader, Taste } from "../player/panel.ts";
import { element, setText } from "../dom/elements.ts";
import { cellText } from "../words/glyphs.ts";
import { wayOf } from "../rules/ways.ts";
import { entropyIn, percent } from "../words/units.ts";
import { draw } from "./inside-lines.ts";
import { meanOf, shares, unpacked } from "./inside-weights.ts";
import type { Layout } from "../cells/layout.ts";
import type { Recording } from "../run/recording.ts";
import type { Seen } from "./inside-weights.ts";

type Became = { sampled: string; argmax: string; accepted: boolean; entropy: number };

/** Ranks that are listed at first, and that each press adds. */
const [FIRST, MORE] = [20, 200];
const WATCHED =
  " Its pass was compiled; where it looks is shown by the same step uncompiled, which rounds differently.";
const NO_ANSWER = "The server does not answer; try again in a moment.";

/** @param text of a token @returns safe to show */
const quoted = (text: string): string => `“${cellText(text)}”`;

export class Inside {
  state = element("p.tdp-rest", { role: "status" });
  pattern = element(
    "select",
    { "aria-label": "Which attention" },
    element("option", { value: "attention" }, "denoiser: both ways"),
    element("option", { value: "causal" }, "encoder: only back"),
  );
  layer = element("select", { "aria-label": "Layer" });
  head = element("select", { "aria-label": "Head" });
  summary = element("p.tdp-inside-summary");
  prefix = element("p.tdp-inside-prefix", {
    tabindex: "0",
    "aria-label": "What the encoder has read, shaded by how much this position looks at it",
  });
  list = element("ol.tdp-inside-list", { tabindex: "0", "aria-label": "All tokens by probability" });
  more = element("button.tdp-pill", "More");
  total = element("p.tdp-rest");
  ask = element(
    "button.tdp-pill",
    { title: "Takes this step again from the same canvas with the same random numbers, without self-conditioning" },
    "Without self-conditioning?",
  );
  without = element("p.tdp-rest", { role: "status" });
  body: HTMLDivElement;
  overlay = element("canvas.tdp-inside-lines", { "aria-hidden": "true" });
  seen: Seen | null = null;
  /** What is shown, or was asked for last. */
  key = "";
  drawn: Layout | null = null;
  position = -1;
  listed = 0;

  /** @param root will be filled */
  constructor(
    root: HTMLElement,
    public inside: NonNullable<Reader["inside"]>,
  ) {
    this.body = element(
      "div",
      { hidden: "" },
      element("h4", "Where it looks"),
      element("div.tdp-inside-choices", this.pattern, this.layer, this.head),
      this.summary,
      this.prefix,
      element("h4", "Every token it might be"),
      this.list,
      this.more,
      this.total,
      this.ask,
      this.without,
    );
    root.classList.add("tdp-inside");
    root.replaceChildren(this.state, this.body);
    inside.stage.append(this.overlay);
    for (const field of [this.pattern, this.layer, this.head]) field.onchange = () => this.#look();
    this.more.onclick = () => this.#list(MORE);
  }

  async open(recording: Recording, step: number, position: number, taste: Taste) {
    const { block, step: number } = recording.frames[step];
    const key = keyOf(recording, step, position);
    this.key = key;
    this.#hide(`Computing step ${number} again …`);
    const question = JSON.stringify({ run: recording.run, spec: recording.header.spec, block, step: number, position });
    const answer = await this.inside.ask("look_inside", question).catch(() => undefined);
    if (this.key !== key) return;
    if (!answer || answer.refused) return this.#hide(answer?.refused ?? NO_ANSWER);
    this.seen = unpacked(answer);
    this.position = position;
    setText(this.state, `COMPUTED: the server has taken this step again.${this.seen.compiled ? WATCHED : ""}`);
    this.body.hidden = false;
    const { layers, heads, causal } = this.seen;
    this.pattern.hidden = causal === null;
    this.layer.replaceChildren(...options("all layers", "layer", layers));
    this.head.replaceChildren(...options("all heads", "head", heads));
    this.list.replaceChildren();
    this.listed = 0;
    this.#list(FIRST);
    this.#look();
    setText(this.without, "");
    this.ask.hidden = wayOf(recording.header).causal;
    this.ask.onclick = () => this.#without(question, key, taste);
  }

  /** @param position another step or position takes back what is shown */
  paint(recording: Recording | null, step: number, position: number | null) {
    if (this.key === "") return;
    if (recording === null || position === null || keyOf(recording, step, position) !== this.key) return this.#hide("");
    if (this.seen && this.inside.layout() !== this.drawn) this.#draw();
  }

  #hide(sentence: string) {
    if (sentence === "" || this.seen) this.seen = null;
    if (sentence === "") this.key = "";
    setText(this.state, sentence);
    this.body.hidden = true;
    this.overlay.hidden = true;
    this.drawn = null;
  }

  get #weights() {
    const seen = this.seen as Seen;
    const weights = this.pattern.value === "causal" && seen.causal ? seen.causal : seen.attention;
    return meanOf(weights, seen, Number(this.layer.value), Number(this.head.value));
  }

  #look() {
    if (!this.seen) return;
    const { keys, prefix } = this.seen;
    const weights = this.#weights;
    const { read, canvas, best } = shares(weights, prefix);
    const where = best < prefix ? `in what was read before` : `at position ${best - prefix}`;
    setText(
      this.summary,
      `It looks ${percent(read)} at what the encoder has read and ${percent(canvas)} at the canvas; most at ${quoted(keys[best])} ${where}, ${percent(weights[best])}.`,
    );
    const most = Math.max(...weights);
    this.prefix.replaceChildren(
      ...keys.slice(0, prefix).map((text, at) => {
        const share = Math.round((100 * weights[at]) / most);
        return element(
          "span",
          {
            title: percent(weights[at]),
            style: `background: color-mix(in srgb, var(--tdp-ink) ${Math.round(share * 0.35)}%, transparent)`,
          },
          cellText(text),
        );
      }),
    );
    this.#draw();
  }

  #draw() {
    if (!this.seen) return;
    this.drawn = this.inside.layout();
    this.overlay.hidden = false;
    draw(this.overlay, this.drawn, this.#weights.subarray(this.seen.prefix), this.position);
  }

  /** @param count of further ranks */
  #list(count: number) {
    if (!this.seen) return;
    const { ids, probs, texts } = this.seen;
    const until = Math.min(this.listed + count, ids.length);
    for (let rank = this.listed; rank < until; rank += 1) {
      const name = rank < texts.length ? quoted(texts[rank]) : `token ${ids[rank]}`;
      this.list.append(
        element("li", element("span.tdp-token", name), " ", element("span.tdp-inside-share", shareText(probs[rank]))),
      );
    }
    this.listed = until;
    this.more.hidden = until === ids.length;
    const sum = probs.subarray(0, until).reduce((all, one) => all + one, 0);
    setText(this.total, `These ${until} of ${ids.length} tokens hold ${percent(Math.min(sum, 1))} of the probability.`);
  }

  async #without(question: string, key: string, { unit }: Taste) {
    setText(this.without, "Taking the step again …");
    const answer = await this.inside.ask("without_conditioning", question).catch(() => undefined);
    if (this.key !== key) return;
    if (!answer || answer.refused) return setText(this.without, answer?.refused ?? NO_ANSWER);
    const sentence = ({ sampled, accepted, entropy }: Became) =>
      `${quoted(sampled)} (${entropyIn(entropy, unit)}, ${accepted ? "kept" : "thrown back"})`;
    setText(
      this.without,
      `Without it, ${sentence(answer.without)} would have been drawn here; with it, it was ${sentence(answer.with)}.`,
    );
  }
}

const keyOf = ({ run, header, frames }: Recording, step: number, position: number) =>
  `${run} ${header.spec.seed} ${frames.length} ${step} ${position}`;

const options = (all: string, single: string, count: number) => [
  element("option", { value: "-1" }, all),
  ...Array.from({ length: count }, (_, at) => element("option", { value: String(at) }, `${single} ${at + 1}`)),
];

/** @returns as small as it may be */
const shareText = (share: number): string =>
  share >= 0.0005 ? percent(share) : share === 0 ? "0" : share.toExponential(1);
