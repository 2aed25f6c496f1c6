/** Studies: a prompt with many seeds, at one setting or several. One at a time; what it has found stays until the next one. */

import { messageOf } from "../../dom/elements.ts";
import { addressedSpec } from "../../page/address.ts";
import { MEASURES } from "./measures.ts";
import { broughtBy } from "../../rules/ways.ts";
import { StudyReader } from "../../run/study.ts";
import { MOST_FRESH, changeOf, studyOf } from "./request.ts";
import { proofOf } from "./proof.ts";
import { decodeStudy, encodeStudy, valuesFault, valuesIn } from "./address.ts";
import type { Tape } from "../../engine/tape.ts";
import type { TrayContext } from "../../page/places.ts";
import type { Value } from "../../rules/knobs.ts";
import type { RunSpec } from "../../run/spec.ts";
import type { Result } from "../../run/study.ts";
import type { StudyRequest } from "./request.ts";

export type OftenPage = Pick<
  TrayContext["page"],
  "adopt" | "engine" | "lanes" | "player" | "runList" | "setMode" | "table"
>;

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

  /** What an address would say, as the page was told last. */
  #addressed = "";

  constructor(private page: OftenPage) {
    super();
    page.lanes.proofs.push((lanes) => proofOf(lanes, this.all));
    this.addEventListener("change", () => this.hear());
  }

  /** The run that is shown, as it can be asked for with other seeds. */
  get #base(): RunSpec | null {
    const { header } = this.page.player.recording ?? {};
    const branches = header?.spec?.branch; // its beginning is that of the run that it comes from
    return header && !branches ? addressedSpec(header, this.page.table) : null;
  }

  /** Takes what an address asks for; else tells the page what it would say of what is shown. */
  hear() {
    const { lanes, table } = this.page;
    const { study = "" } = lanes.beside;
    if (study !== "" && study !== this.#addressed) {
      this.#addressed = study;
      const { request, complaint } = decodeStudy(study, table);
      return this.#offer(request, complaint);
    }
    this.#addressed = this.words;
    if (study !== this.#addressed) lanes.beside = { ...lanes.beside, study: this.#addressed };
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

  /** What is done of what is going on, 0 .. 1; null where nothing can be counted. */
  get share(): number | null {
    return this.busy && this.waiting === "" ? this.arrived / this.total : null;
  }

  /** What is shown, or offered, as an address says it, with what counts as right now; "" for nothing. */
  get words() {
    const request = this.offered ?? this.request;
    return request ? encodeStudy({ ...request, measure: this.measure }, this.page.table) : "";
  }

  /**
   * Has the reader make what an address asks for, which holds no results.
   *
   * @param complaint why there is none
   */
  #offer(request: StudyRequest | null, complaint: string) {
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
    const base = this.#base;
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
      const tape = await this.page.engine.start({ study: studyOf(request, this.page.table) });
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
    const { engine, player, runList } = this.page;
    const packed = await engine.trace(result.name).catch((error) => this.#say(error.message));
    if (!packed) return;
    await runList.open(new File([packed], `seed ${result.seed}.trace`));
    player.view.root.scrollIntoView({ block: "start" });
    this.#say("");
  }

  /** @param at the change whose settings the form takes */
  adopt(at: number) {
    const { request } = this;
    if (request === null) return;
    const [{ settings }, change] = [request.spec, changeOf(request, at)];
    this.page.adopt({ ...settings, ...broughtBy(change, settings), ...change });
    this.page.setMode("tune");
  }
}

const made = new WeakMap<OftenPage["player"], Studies>();

/** @returns those of a page, which all that stands in it shares */
export function studiesOf(page: OftenPage): Studies {
  const studies = made.get(page.player) ?? new Studies(page);
  made.set(page.player, studies);
  return studies;
}
