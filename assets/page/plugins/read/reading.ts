/** Slots are read in each way of writing, and runs write into them: what goes on, and what has come of it so far. */

import { computed, signal } from "@preact/signals";
import { messageOf } from "../../dom/elements.ts";
import { RefusedError, request } from "../../engine/events.ts";
import { plainText } from "../../words/glyphs.ts";
import { together } from "./slots.ts";
import type { Row } from "./slots.ts";

export const RUNS = 64;
const AT_ONCE = 8;
export const NAMES: Record<string, string> = {
  uniform: "Uniform diffusion",
  masked: "Masked diffusion",
  autoregressive: "Token after token",
};
const LEGEND =
  "Bar: pass 1. Pale: pass 1 over the noise of the runs. Line: the last pass. Dot: the share of runs that wrote it, with its 95% interval.";

/** `rows` are those that were `read`, with what runs have written since. */
type Way = { name: string; read: Row[]; rows: Row[] };
/** The body of a request: what the runs of the text have in common. */
export type Question = { template: string; prompt: string; model: string; seed: number };

export class Reading {
  readonly ways = signal<Way[]>([]);
  readonly status = signal("");
  readonly work = signal<AbortController | null>(null);
  /** The ways in which runs can write into the slots. */
  readonly writers = computed(() => this.ways.value.filter(({ rows }) => rows.some(({ last }) => last !== null)));
  /** What was read, for the runs that write. */
  #question: Question | null = null;

  read(question: Question) {
    return this.#do(async (signal) => {
      this.#question = question;
      this.ways.value = [];
      this.status.value = "Reading …";
      const first = await this.#readWay({}, signal);
      for (const way of first.ways.filter((way) => way !== first.way)) {
        this.status.value = `${NAMES[way]} reads …`;
        await this.#readWay({ settings: { way } }, signal);
      }
      return `LIVE, seed ${question.seed}, temperature 1. ${LEGEND}`;
    });
  }

  /** Runs with other seeds write. */
  write() {
    return this.#do(async (signal) => {
      const written = new Map(this.writers.value.map(({ name, read }) => [name, read]));
      for (let before = 0; before < RUNS; before += AT_ONCE)
        for (const [way, rows] of written) {
          this.status.value = `${NAMES[way]}: ${before} of ${RUNS} runs have written …`;
          const more = await this.#ask({ settings: { way }, runs: AT_ONCE, before, steps: 1 }, signal);
          written.set(way, together(rows, more.rows));
          this.ways.value = this.ways.value.map((each) => ({ ...each, rows: written.get(each.name) ?? each.rows }));
        }
      return `LIVE, temperature 1. ${LEGEND}`;
    });
  }

  /** Ends what goes on. */
  stop() {
    this.work.value?.abort();
  }

  async #do(work: (signal: AbortSignal) => Promise<string>) {
    const { signal } = (this.work.value = new AbortController());
    try {
      this.status.value = await work(signal);
    } catch (error) {
      this.status.value = signal.aborted ? "Stopped." : plainText(messageOf(error));
    }
    this.work.value = null;
  }

  /** @param more which way; nothing for the model's own */
  async #readWay(more: object, signal: AbortSignal): Promise<{ way: string; ways: string[] }> {
    const { ways, rows } = await this.#ask(more, signal);
    const way = rows[0].way;
    this.ways.value = [...this.ways.value, { name: way, read: rows, rows }];
    return { way, ways };
  }

  async #ask(more: object, signal: AbortSignal) {
    const body = JSON.stringify({ ...this.#question, ...more });
    const headers = { "Content-Type": "application/json" };
    const answer = await (await request("read", { method: "POST", headers, body, signal })).json();
    if (answer.refused) throw new RefusedError(answer.refused);
    return answer;
  }
}
