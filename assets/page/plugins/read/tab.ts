/** The tab: a text with slots, read in each way of writing, beside what runs write there. */

import { button, element, freshId, messageOf } from "../../dom/elements.ts";
import { takeTurns } from "../../dom/focus.ts";
import { RefusedError, request } from "../../engine/events.ts";
import { plainText } from "../../words/glyphs.ts";
import { curveFigure, slotFigure } from "./figures.ts";
import { bySlot, together } from "./slots.ts";
import type { TrayContext } from "../../page/places.ts";
import type { Reliability } from "./figures.ts";
import type { Row } from "./slots.ts";

const EXAMPLE =
  "One ____{sunny|windy|cloudy|foggy|frosty|breezy} day, Lily and her ____{cat|dog|pony} went to the park. Lily took a red ball, and the cat was ____{happy|glad}.";
const RUNS = 64;
const AT_ONCE = 8;
const NAMES: Record<string, string> = {
  uniform: "Uniform diffusion",
  masked: "Masked diffusion",
  autoregressive: "Token after token",
};
const HINT =
  "A slot is a gap with labels: ____{happy|sad}, ____{0-12}, or ____{word} for any token. The text around it is held; one pass gives each label a probability. Nothing in it is calibrated: let runs write, and compare.";
const LEGEND =
  "Bar: pass 1. Pale: pass 1 over the noise of the runs. Line: the last pass. Dot: the share of runs that wrote it, with its 95% interval.";

/** `rows` are those that were `read`, with what runs have written since. */
type Way = { name: string; place: HTMLElement; read: Row[]; rows: Row[] };

export class Tab {
  #field = element("textarea", { rows: "3", spellcheck: "false" });
  #about = element("p.tdp-hint");
  #read = button("Read", "Read the labels of the slots, in each way of writing");
  #write = button(`Let ${RUNS} runs write`, "Count what runs with other seeds write into the slots");
  #stop = button("Stop", "Stop what goes on");
  #status = element("p.tdp-hint", { role: "status" });
  #results = element("div.tdp-read-ways");
  #ways: Way[] = [];
  /** What was read, for the runs that write. */
  #question: object = {};
  #work: AbortController | null = null;

  constructor(
    place: HTMLElement,
    private context: TrayContext,
  ) {
    const id = freshId("read");
    this.#field.id = id;
    this.#field.value = EXAMPLE;
    for (const each of [this.#read, this.#write, this.#stop]) each.classList.add("tdp-pill");
    this.#read.onclick = () => this.#do((signal) => this.#readAll(signal));
    this.#write.onclick = () => this.#do((signal) => this.#writeAll(signal));
    this.#stop.onclick = () => this.stop();
    place.classList.add("tdp-read");
    place.append(
      element("p.tdp-hint", HINT),
      element("label", { for: id }, "Text with slots"),
      this.#field,
      this.#about,
      element("div.tdp-read-buttons", this.#read, this.#write, this.#stop),
      this.#status,
      this.#results,
      ...reliability(context.config.reliability),
    );
    this.update();
    this.#turn();
  }

  set template(text: string) {
    this.#field.value = text;
  }

  /** Another run is shown: its prompt is what the text answers. */
  update() {
    const { prompt, model } = this.context.recording.header.spec;
    this.#about.textContent = `As an answer to “${plainText(prompt.text)}”, the prompt of the run that is shown${model ? `, by ${plainText(model)}` : ""}.`;
  }

  /** Ends what goes on. */
  stop() {
    this.#work?.abort();
  }

  #turn() {
    takeTurns(this.#read, this.#stop, this.#work !== null);
    this.#write.disabled = this.#work !== null || !this.#writers.length;
  }

  /** The ways in which runs can write into the slots. */
  get #writers() {
    return this.#ways.filter(({ rows }) => rows.some(({ last }) => last !== null));
  }

  async #do(work: (signal: AbortSignal) => Promise<string>) {
    const { signal } = (this.#work = new AbortController());
    this.#turn();
    try {
      this.#status.textContent = await work(signal);
    } catch (error) {
      this.#status.textContent = signal.aborted ? "Stopped." : plainText(messageOf(error));
    }
    this.#work = null;
    this.#turn();
  }

  async #readAll(signal: AbortSignal): Promise<string> {
    const { prompt, model, seed } = this.context.recording.header.spec;
    this.#question = { template: this.#field.value, prompt: prompt.text, model, seed };
    this.#ways = [];
    this.#results.replaceChildren();
    this.#status.textContent = "Reading …";
    const first = await this.#readWay({}, signal);
    for (const way of first.ways.filter((way) => way !== first.way)) {
      this.#status.textContent = `${NAMES[way]} reads …`;
      await this.#readWay({ settings: { way } }, signal);
    }
    return `LIVE, seed ${seed}, temperature 1. ${LEGEND}`;
  }

  /** @param more which way; nothing for the model's own */
  async #readWay(more: object, signal: AbortSignal): Promise<{ way: string; ways: string[] }> {
    const { ways, rows } = await this.#ask(more, signal);
    const way: Way = { name: rows[0].way, place: element("section"), read: rows, rows };
    this.#ways.push(way);
    this.#results.append(way.place);
    this.#draw(way);
    return { way: way.name, ways };
  }

  async #writeAll(signal: AbortSignal): Promise<string> {
    for (const way of this.#writers) way.rows = way.read;
    for (let before = 0; before < RUNS; before += AT_ONCE)
      for (const way of this.#writers) {
        this.#status.textContent = `${NAMES[way.name]}: ${before} of ${RUNS} runs have written …`;
        const { rows } = await this.#ask({ settings: { way: way.name }, runs: AT_ONCE, before, steps: 1 }, signal);
        way.rows = together(way.rows, rows);
        this.#draw(way);
      }
    return `LIVE, temperature 1. ${LEGEND}`;
  }

  async #ask(more: object, signal: AbortSignal) {
    const body = JSON.stringify({ ...this.#question, ...more });
    const headers = { "Content-Type": "application/json" };
    const answer = await (await request("read", { method: "POST", headers, body, signal })).json();
    if (answer.refused) throw new RefusedError(answer.refused);
    return answer;
  }

  #draw({ name, place, rows }: Way) {
    place.replaceChildren(element("h4", NAMES[name]), ...bySlot(rows).map(slotFigure));
  }
}

/** @param measured as `reliability.json` has it; nothing where nobody measured */
function reliability(measured?: Reliability): HTMLElement[] {
  if (!measured) return [];
  const about = `RECORDED ${measured.made}, embedded weights ${measured.revision.slice(0, 8)}: ${measured.stories} held-out stories with their hero, animal, object, colour, place and weather hidden, but for the last 0, 1 or 2 mentions. Across: how sure reading was of its best label. Up: how often that was right. On the line, reading is calibrated.`;
  const curves = Object.entries(NAMES).map(([way, name]) =>
    curveFigure(
      name,
      measured.bins.filter((bin) => bin.way === way),
    ),
  );
  return [
    element(
      "details.tdp-more",
      element("summary", "How often is reading right?"),
      element("p.tdp-hint", about),
      element("div.tdp-read-ways", ...curves),
    ),
  ];
}
