/**
 * Fills a text once for each combination of lengths that its gaps may have. The surest becomes the page's run; the others
 * are offered as long as one of them is in the form. `playground/trace/filling.py` says how sure each is.
 */

import { signal } from "@preact/signals";
import { requestOf } from "../../run/spec.ts";
import { sameSteering } from "../../run/steering.ts";
import { StudyReader } from "../../run/study.ts";
import type { RunSpec } from "../../run/spec.ts";
import type { Rooms } from "../../page/hand.tsx";

/** In nats a token. */
type Filling = { spec: RunSpec; text: string; sureness: number };

const LOST = "The connection to the server is lost. Trying again …";
const NONE = "None of the lengths came to its end; try again.";
export const STOPPED = "Stopped; nothing was filled.";

export class Fillings {
  /** The surest first. */
  offers = signal<Filling[]>([]);
  /** Which of them is in the form; -1 for none. */
  shown = signal(-1);
  /** What ends the request that goes on; null if none does. */
  stop = signal<(() => void) | null>(null);

  constructor(private page: Rooms) {
    page.player.addEventListener("paint", () => this.#follow());
  }

  /**
   * @param specs of runs which differ in the lengths of their gaps
   * @param tell how far it is
   * @returns the surest
   * @throws {Error} there is none; the message is a sentence
   */
  async surest(specs: RunSpec[], tell: (sentence: string) => void): Promise<Filling> {
    const { ask, engine, table } = this.page;
    const waiting = new AbortController();
    const reader = new StudyReader([], 1, specs[0].seed);
    this.stop.value = () => waiting.abort();
    try {
      const requests = specs.map((spec) => requestOf(spec, table, ask.picture !== ""));
      const tape = await engine.start({ specs: requests, picture: ask.picture, freely: true }, waiting.signal);
      reader.names = tape.runs;
      waiting.signal.addEventListener("abort", () => tape.stop());
      if (waiting.signal.aborted) tape.stop();
      for await (const message of tape.messages((lost) => lost && tell(LOST))) {
        reader.read(message);
        tell(reader.waiting || `Trying each length: ${reader.results.size} of ${specs.length}.`);
      }
    } catch (error) {
      if (!waiting.signal.aborted) throw error;
    } finally {
      this.stop.value = null;
    }
    if (waiting.signal.aborted) throw new Error(STOPPED);
    const results = [...reader.results.values()];
    const filled = results.filter(({ sentence }) => sentence === "");
    if (filled.length === 0) throw new Error(reader.sentence || results[0]?.sentence || NONE);
    this.offers.value = filled
      .map(({ number, text, sureness }) => ({ spec: specs[number], text, sureness: sureness ?? 0 }))
      .sort((first, second) => second.sureness - first.sureness);
    this.#follow();
    return this.offers.value[0];
  }

  /** Runs this one instead. */
  choose({ spec }: Filling) {
    if (this.page.ask.busy)
      this.page.ask.say("A run is going on; choose another text when it has ended.", { passing: true });
    else this.page.make(spec);
  }

  #follow() {
    if (this.offers.value.length === 0) return;
    const form = this.page.form.spec;
    this.shown.value = this.offers.value.findIndex(
      ({ spec }) => sameSteering(spec, form) && spec.prompt.text === form.prompt.text,
    );
  }
}
