/** Studies: a prompt with many seeds, at one setting or several. One at a time; what it has found stays until the next one. */

import { messageOf } from "../dom/elements.ts";
import { MEASURES } from "../rules/measures.ts";
import { broughtBy } from "../rules/ways.ts";
import { MOST_FRESH, StudyReader, changeOf, studyOf } from "../run/study.ts";
import { encodeStudy, valuesFault, valuesIn } from "./study-address.ts";
import type { Engine } from "../engine/server.ts";
import type { Tape } from "../engine/tape.ts";
import type { Knob, Value } from "../rules/knobs.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Result, StudyRequest } from "../run/study.ts";

/** What the page does for a study. */
interface Host {
  engine: Engine;
  knobs: Knob[];
  /** The run that is shown, as it can be asked for again. */
  base: () => RunSpec | null;
  /** A trace. */
  open: (file: File) => Promise<void>;
  /** Puts settings into the form. */
  adopt: (settings: Record<string, Value>) => void;
}

const LOST = "The connection to the server is lost; the results that arrived are kept. Trying again …";
const CANNOT =
  "This run branches from another one, or holds a picture or a long prompt, so it cannot be made with other seeds; show another run first.";

/** Says "change" whenever something has arrived or ended. */
export class Studies extends EventTarget {
  request: StudyRequest | null = null;
  /** What an address asks for, until it is made. */
  offered: StudyRequest | null = null;
  /** What counts as right. */
  measure = { kind: MEASURES[0][0], wanted: "" };
  /** By number and change, such as "3 0". */
  results: Map<string, Result> = new Map();
  /** Those before it. */
  past: { request: StudyRequest; results: Map<string, Result> }[] = [];
  /** Results on fresh seeds, by number; one map for each change that was checked. */
  fresh: Map<number, Map<string, Result>> = new Map();
  /** What is going on. */
  reader: StudyReader | null = null;
  /** The change whose fresh seeds are going on; null for the study itself. */
  checking: number | null = null;
  /** How many runs with fresh seeds are asked for. */
  extra = 0;
  /** What went wrong. */
  sentence = "";
  /** Its tape, once the server has taken it. */
  tape: Tape | null = null;

  constructor(public host: Host) {
    super();
  }

  get busy() {
    return this.reader !== null;
  }

  /** All that were made, the last one last; each with what has arrived. */
  get all() {
    const { request, results } = this;
    return request === null ? this.past : [...this.past, { request, results }];
  }

  /** How many runs are asked for now. */
  get total() {
    if (this.request === null) return 0;
    return this.checking === null ? this.request.seeds * this.request.values.length : this.extra;
  }

  /** What has arrived of them. */
  get arrived() {
    return this.reader?.results.size ?? this.results.size;
  }

  /** What it waits for; "" while it goes on. */
  get waiting() {
    return this.reader?.waiting ?? "";
  }

  /** What is shown, or offered, as an address says it, with what counts as right now; "" for nothing. */
  get words() {
    const request = this.offered ?? this.request;
    return request ? encodeStudy({ ...request, measure: this.measure }, this.host.knobs) : "";
  }

  /**
   * Has the reader make what an address asks for, which holds no results.
   *
   * @param complaint why there is none
   */
  offer(request: StudyRequest | null, complaint: string) {
    this.offered = request;
    if (request) this.measure = request.measure;
    this.#say(complaint);
  }

  /** Makes what was offered. */
  make() {
    if (this.offered && !this.busy) this.#make(this.offered);
  }

  /**
   * Begins a study of the run that is shown.
   *
   * @param vary the name of a setting, or ""
   * @param values that it shall take, as typed
   * @param settings in place of its own
   */
  ask(seeds: number, vary: string, values: string, settings: Record<string, Value> = {}) {
    if (this.busy) return;
    const base = this.host.base();
    if (base === null) return this.#say(CANNOT);
    const spec = { ...base, settings: { ...base.settings, ...settings } };
    const request = { spec, seeds, vary, values: vary === "" ? [""] : valuesIn(values), measure: this.measure };
    const fault = valuesFault(request.values);
    if (fault === "") this.#make(request);
    else this.#say(fault);
  }

  #make(request: StudyRequest) {
    this.past = this.all;
    this.request = request;
    this.offered = null;
    this.results = new Map();
    this.fresh = new Map();
    this.checking = null;
    this.#begin(request);
  }

  /** Runs one of the settings with seeds that no run of the study had. */
  check(change: number, seeds: number) {
    if (this.busy || this.request === null) return;
    const { request } = this;
    this.checking = change;
    this.extra = Math.min(seeds, MOST_FRESH);
    const known = this.fresh.get(change)?.size ?? 0;
    const spec = { ...request.spec, seed: request.spec.seed + request.seeds + known };
    this.#begin({ ...request, spec, seeds: this.extra, values: [request.values[change]] });
  }

  async #begin(request: StudyRequest) {
    const reader = (this.reader = new StudyReader([], request.values.length, request.spec.seed));
    this.tape = null;
    this.#say("");
    try {
      const tape = await this.host.engine.start({ study: studyOf(request, this.host.knobs) });
      reader.names = tape.runs;
      this.tape = tape;
      const lost = (is: boolean) => {
        reader.waiting = is ? LOST : "";
        this.#say("");
      };
      for await (const message of tape.messages(lost)) {
        reader.read(message);
        this.#take(reader);
      }
    } catch (error) {
      reader.sentence = messageOf(error);
    }
    this.reader = null;
    this.#say(reader.sentence);
  }

  /** Ends it; what is done stays. */
  stop() {
    this.tape?.stop();
  }

  /** @param reader whose results so far are those of this study, or of its fresh seeds */
  #take(reader: StudyReader) {
    const { checking, request } = this;
    if (request === null) return;
    if (checking === null) this.results = new Map(reader.results);
    else {
      const known = this.fresh.get(checking) ?? new Map();
      for (const result of reader.results.values()) known.set(String(result.seed), { ...result, change: checking });
      this.fresh.set(checking, known);
    }
    this.dispatchEvent(new Event("change"));
  }

  #say(sentence: string) {
    this.sentence = sentence;
    this.dispatchEvent(new Event("change"));
  }

  /** Shows the run of a result. */
  async open(result: Result) {
    const packed = await this.host.engine.trace(result.name).catch((error) => this.#say(error.message));
    if (!packed) return;
    await this.host.open(new File([packed], `seed ${result.seed}.trace`));
    this.#say("");
  }

  /** @param at the change whose settings the form takes */
  adopt(at: number) {
    const { request } = this;
    if (request === null) return;
    const [{ settings }, change] = [request.spec, changeOf(request, at)];
    this.host.adopt({ ...settings, ...broughtBy(change, settings), ...change });
  }
}
