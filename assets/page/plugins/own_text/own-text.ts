/** The reader's own text: its gaps are filled, or a share of it becomes noise and the run repairs it. */

import { batch, signal } from "@preact/signals";
import { createRef } from "preact";
import { messageOf } from "../../dom/elements.ts";
import { steered } from "../../run/steering.ts";
import { Fillings } from "./fillings.ts";
import { readGaps, readStart } from "./readings.ts";
import { EXAMPLE } from "./sentences.ts";
import type { KEEP } from "../../run/steering.ts";
import type { Rooms } from "../../page/hand.tsx";
import type { Note } from "../../ui/status.tsx";
import type { GapsAnswer, Reading, StartAnswer } from "./readings.ts";

export type Kind = "template" | "start";

const REST_MS = 250;
const GONE = "The server does not answer; try again in a moment.";
const BUSY = "A run is going on; start this one when it has ended.";
const GAP = /_{4,}(?:\([\d-]*\))?/g;

export class OwnText {
  kind = signal<Kind>("template");
  /** Texts and prompts by kind, so that a turn to the other one loses nothing. */
  typed = signal({ template: EXAMPLE.text, start: "" });
  prompts = signal({ template: EXAMPLE.prompt, start: "" });
  /** Share of it, 0 .. 1, and its seed; not a number while the field is empty. */
  noise = signal(0.1);
  seed = signal(0);
  keep = signal<keyof typeof KEEP>("favoured");
  /** In nats. */
  margin = signal(NaN);
  /** How the text falls into tokens, as the server said last of either kind. */
  answer = signal<GapsAnswer | StartAnswer | null>(null);
  reading = signal<Reading | null>(null);
  note = signal<Note>({ text: "", wrong: false });
  /** Can there be no run? */
  off = signal(false);
  dialog = createRef<HTMLDialogElement>();
  field = createRef<HTMLTextAreaElement>();
  fillings: Fillings;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(public page: Rooms) {
    this.fillings = new Fillings(page);
  }

  /** @param text with gaps, or "" */
  open(text: string) {
    const { form, player } = this.page;
    const { prompt, settings } = form.spec;
    const wanted = text === "" ? prompt.text : (form.source.value?.prompt.text ?? "");
    const start = wanted.includes("____") || wanted.trim() === "" ? "Write a story." : wanted;
    const template = text || this.typed.value.template;
    batch(() => {
      this.typed.value = { template, start: this.typed.value.start || (player.recording?.text ?? "") };
      this.prompts.value = { template: template === EXAMPLE.text ? EXAMPLE.prompt : start, start };
      this.margin.value = Number(settings.favour_margin);
      this.turn(text === "" ? this.kind.value : "template");
    });
    this.dialog.current?.showModal();
    this.field.current?.focus();
  }

  turn(kind: Kind) {
    this.kind.value = kind;
    this.#look();
  }

  get text() {
    return this.typed.value[this.kind.value];
  }

  write(text: string) {
    this.typed.value = { ...this.typed.value, [this.kind.value]: text };
    this.later();
  }

  /** @param at which gap @param to so many tokens */
  resize(at: number, to: number) {
    let seen = -1;
    this.write(this.text.replace(GAP, (gap) => ((seen += 1) === at ? `____(${to})` : gap)));
  }

  /** The text or its noise is another; a reader who rests is told what it comes to. */
  later() {
    this.off.value = true;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#look(), REST_MS);
  }

  /** Asks how the text falls into tokens. */
  async #look() {
    const [{ value: kind }, { text }, { value: noise }] = [this.kind, this, this.noise];
    const seed = Math.max(0, Math.floor(this.seed.value || 0));
    const answer = await this.page.server({ kind, text, noise, seed }).catch(() => ({ refused: GONE }));
    if (kind !== this.kind.value || text !== this.text || noise !== this.noise.value) return; // the reader has gone on
    if (answer.refused !== undefined) {
      if (this.reading.value) this.reading.value = { ...this.reading.value, room: "" };
      return this.#say(String(answer.refused), true);
    }
    const most = Number(this.page.form.spec.settings.max_new_tokens);
    const reading = kind === "template" ? readGaps(answer, most) : readStart(answer, most, noise, seed);
    batch(() => {
      this.answer.value = answer;
      this.reading.value = reading;
      this.#say(reading.note.text, reading.note.wrong);
    });
  }

  #say(text: string, wrong: boolean = false, off: boolean = wrong) {
    this.note.value = { text, wrong };
    this.off.value = off;
  }

  run() {
    const { ask, form, generate } = this.page;
    const { steerings = [], raise = 0 } = this.reading.value ?? {};
    if (ask.busy) return void (this.note.value = { ...this.note.value, text: BUSY });
    if (steerings.length > 1) return void this.#fillSurest();
    ask.prompt.value = this.prompts.value[this.kind.value];
    ask.prompt.dispatchEvent(new Event("input"));
    let [steering] = steerings;
    const { value: keep } = this.keep;
    if (this.kind.value === "start") {
      if (raise) form.knobs.values = { max_new_tokens: raise };
      if (keep === "favoured") form.knobs.values = { favour_margin: this.margin.value };
      if (keep !== "free") steering = { ...steering, keep };
    }
    form.steer(steering);
    this.dialog.current?.close();
    generate();
  }

  /** Tries each length of the gaps, then runs the surest so that its steps are seen. */
  async #fillSurest() {
    const { form, make } = this.page;
    const { problem } = form.knobs;
    if (problem !== "") return this.#say(problem, true);
    const { spec } = form;
    const prompt = { ...spec.prompt, text: this.prompts.value[this.kind.value] };
    const specs = this.reading.value?.steerings.map((steering) => steered({ ...spec, prompt }, steering)) ?? [];
    try {
      const filling = await this.fillings.surest(specs, (sentence) => this.#say(sentence));
      this.dialog.current?.close();
      make(filling.spec);
    } catch (error) {
      this.#say(messageOf(error), true, false);
    }
  }
}
