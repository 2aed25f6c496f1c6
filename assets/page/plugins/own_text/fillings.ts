/**
 * Fills a text once for each combination of lengths that its gaps may have. The surest becomes the page's run; the others
 * are offered below the prompt as long as one of them is in the form. `playground/trace/filling.py` says how sure each is.
 */

import { element, setText } from "../../dom/elements.ts";
import { requestOf } from "../../run/spec.ts";
import { sameSteering } from "../../run/steering.ts";
import { StudyReader } from "../../run/study.ts";
import { plainText } from "../../words/glyphs.ts";
import { counted, digits } from "../../words/units.ts";
import type { RunSpec } from "../../run/spec.ts";
import type { Rooms } from "../../page/hand.tsx";

/** In nats a token. */
type Filling = { spec: RunSpec; text: string; sureness: number };

const LOST = "The connection to the server is lost. Trying again …";
const NONE = "None of the lengths came to its end; try again.";
export const STOPPED = "Stopped; nothing was filled.";

export class Fillings {
  /** The surest first. */
  fillings: Filling[] = [];
  /** What ends the request that goes on; null if none does. */
  stop: (() => void) | null = null;
  summary = element("summary");
  list = element("ol");
  root: HTMLDetailsElement;

  constructor(public page: Rooms) {
    this.root = element("details.tdp-fillings", { hidden: "" }, this.summary, this.list);
    page.ask.cards.parentElement?.after(this.root);
    page.player.addEventListener("paint", () => this.#paint());
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
    this.stop = () => waiting.abort();
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
      this.stop = null;
    }
    if (waiting.signal.aborted) throw new Error(STOPPED);
    const results = [...reader.results.values()];
    const filled = results.filter(({ sentence }) => sentence === "");
    if (filled.length === 0) throw new Error(reader.sentence || results[0]?.sentence || NONE);
    this.fillings = filled
      .map(({ number, text, sureness }) => ({ spec: specs[number], text, sureness: sureness ?? 0 }))
      .sort((first, second) => second.sureness - first.sureness);
    this.#list();
    return this.fillings[0];
  }

  #list() {
    const [{ sureness }] = this.fillings;
    const tried = counted(this.fillings.length, "length");
    setText(this.summary, `The surest of ${tried}: ${figure(sureness)}. See the others.`);
    this.summary.title = "The mean log-probability of the tokens up to the last one that is held: 0 is certain.";
    this.root.open = false;
    this.list.replaceChildren(
      ...this.fillings.map(({ spec, text, sureness }) => {
        const choice = element("button", element("span", plainText(text)), element("small", figure(sureness)));
        choice.title = "Show this run instead";
        choice.onclick = () => {
          if (this.page.ask.busy) this.page.ask.meanwhile("A run is going on; choose another text when it has ended.");
          else this.page.make(spec);
        };
        return element("li", choice);
      }),
    );
    this.#paint();
  }

  /** Shown while the form has one of them. */
  #paint() {
    if (this.fillings.length === 0) return;
    const form = this.page.form.spec;
    const shown = this.fillings.findIndex(
      ({ spec }) => sameSteering(spec, form) && spec.prompt.text === form.prompt.text,
    );
    this.root.hidden = shown === -1;
    [...this.list.children].forEach((item, at) =>
      item.firstElementChild?.setAttribute("aria-pressed", String(at === shown)),
    );
  }
}

const figure = (sureness: number) => `${digits(sureness, 3).replace("-", "−")} nats a token`;
