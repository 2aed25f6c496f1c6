/** "How often?": the run that is shown with many seeds, at one setting or several, and what all of them show. */

import { button, element, setText } from "../dom/elements.js";
import { Judge } from "../rules/measures.js";
import { SCRIPT } from "../rules/pattern.js";
import { studyRuns, studySettings } from "../share/figures.js";
import { takeAlong } from "../share/take-along.js";
import { changeName, offerSentence } from "../words/study.js";
import { promptName, quoted } from "../words/titles.js";
import { OftenAsk } from "./often-ask.js";
import { OftenChart } from "./often-chart.js";
import { OftenWish } from "./often-wish.js";
import { Setting } from "./often-setting.js";
import { frame } from "./panel.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("../page/studies.js").Studies} Studies */
/** @typedef {import("../run/study.js").Result} Result */
/** @typedef {import("../rules/intervals.js").Finding} Finding */
/** @typedef {import("../run/marks.js").Settings} Settings */
/**
 * @typedef {object} OftenActions what the page does for this panel, and for the map
 * @property {() => Promise<Studies>} studies
 * @property {import("../page/address.js").Knob[]} knobs
 * @property {() => Settings | null} shipped the checkpoint's own settings; null until they are known
 * @property {(prompt: string) => Promise<{ card: import("../words/race.js").Card | Record<string, never>, sweeps: import("../run/marks.js").Sweep[] }>} measured what came with the model; the card of another model than the embedded one is empty
 * @property {(run: Judged) => Promise<boolean>} judges does a rule judge the texts of such runs, where they are made?
 * @property {(settings: Settings) => void} adopt puts settings into the form
 */

/** @typedef {{ prompt: string, settings: Record<string, any> }} Judged of a run or its header */

/** The time between two pictures of the charts while results arrive. */
const CHART_MS = 400;

/** @implements {Panel} */
export class Often {
  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, { often, plotly }) {
    const { studies, knobs, judges } = /** @type {OftenActions} */ (often);
    this.judges = judges;
    const body = frame(root, "How often?");
    const script = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
    this.judge = new Judge(() => new Worker(script));
    /** @type {Studies | null} */
    this.studies = null;
    /** @type {import("./panel.js").Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Theme} */
    this.theme = "light";
    /** What stands for each setting. @type {Setting[]} */
    this.settings = [];
    /** What stands for the fresh seeds of a setting, by its number. @type {Map<number, Setting>} */
    this.freshOf = new Map();
    this.about = element("p.tdp-hint");
    this.complaint = element("p.tdp-often-said", { role: "alert" });
    this.status = element("p.tdp-often-status", { role: "status" });
    this.places = element("div.tdp-often-settings");
    this.freshPlaces = element("div.tdp-often-settings");
    this.offered = element("p");
    const make = button("Make them again", "Run all of them, with the same seeds and settings");
    make.onclick = () => this.studies?.make();
    this.offer = element("div.tdp-often-row.tdp-often-offered", { role: "status", hidden: "" }, this.offered, make);
    const charts = element("div.tdp-often-charts");
    this.chart = new OftenChart(charts, plotly, (key) => this.#open(key));
    const wish = element("div.tdp-often-wish", { hidden: "" });
    this.wish = new OftenWish(wish, {
      check: (change, seeds) => this.studies?.check(change, seeds),
      adopt: (change) => this.studies?.adopt(change),
      changed: () => this.#tell(),
    });
    this.along = element(
      "div",
      { hidden: "" },
      takeAlong("each run", () => ({ title: "how often, runs", columns: this.#runs() })),
      takeAlong("each setting", () => ({ title: "how often, settings", columns: this.#compared() })),
    );
    const form = element("div");
    this.ask = new OftenAsk(form, knobs, {
      run: async (seeds, vary, values) => (await studies()).ask(seeds, vary, values),
      stop: () => this.studies?.stop(),
      measured: () => this.#measured(),
    });
    body.append(this.about, this.offer, form, this.complaint, this.status, charts, wish);
    body.append(this.along, this.freshPlaces, this.places);
    /** Which results were judged right. @type {Map<string, boolean>} */
    this.right = new Map();
    this.drawing = false;
    /** What the settings stand for. @type {import("../page/studies.js").StudyRequest | null} */
    this.drawn = null;
    /** What the form was filled with. @type {import("../page/studies.js").StudyRequest | null} */
    this.filled = null;
    this.drawnAt = -Infinity;
    /** Which run it was asked of whether a rule judges it. */
    this.looked = "";
    studies().then(
      (loaded) => {
        this.studies = loaded;
        loaded.addEventListener("change", () => this.#later());
        this.#later();
      },
      () => this.#say("This part of the page did not arrive; close it and open it again when the server answers."),
    );
  }

  /** @param {import("./panel.js").Recording} recording @param {import("./panel.js").Theme} theme */
  show(recording, theme) {
    this.recording = recording;
    if (theme !== this.theme) {
      this.theme = theme;
      for (const setting of [...this.settings, ...this.freshOf.values()]) setting.clear();
    }
    this.#tell();
  }

  paint() {}

  /** @param {Judged} run whose texts a rule may judge, or none */
  async #look(run) {
    const looked = (this.looked = JSON.stringify([run.prompt, run.settings.sampler]));
    const there = await this.judges(run).catch(() => true); // the results themselves will say so
    if (looked === this.looked && this.ask.offerRule(there)) this.#measured();
  }

  /** Something else counts as right. */
  #measured() {
    const { kind, wanted } = this.ask.measureOf(null);
    if (this.studies) this.studies.measure = { kind, wanted };
    this.#judgeAgain();
  }

  /** Once a picture, however many results arrive. */
  #later() {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(async () => {
      this.drawing = false;
      await this.#judgeAgain();
    });
  }

  async #judgeAgain() {
    const { studies } = this;
    if (studies === null) return;
    const fresh = [...studies.fresh].flatMap(([change, results]) =>
      [...results.values()].map((result) => /** @type {[string, Result]} */ ([freshKey(change, result), result])),
    );
    const reference = this.recording ? Uint32Array.from(this.recording.tokenIds) : null;
    const { right, sentence } = await this.judge.judge(
      new Map([...studies.results, ...fresh]),
      this.ask.measureOf(reference),
    );
    this.right = right;
    this.#tell(sentence);
  }

  /** @param {string} [sentence] what is wrong with the measure */
  #tell(sentence = "") {
    const { studies } = this;
    this.ask.busy = studies?.busy ?? false;
    const request = studies?.request ?? null;
    const prompt = request?.run.prompt ?? this.recording?.header.prompt ?? "";
    const first = request?.run.seed ?? this.recording?.header.seed ?? 0;
    const heading = request
      ? `${quoted(promptName(prompt))}, seeds ${first} to ${first + request.seeds - 1}.`
      : `One run proves little. Run ${quoted(promptName(prompt))} with other seeds, all together.`;
    setText(
      this.about,
      `${heading} Each small canvas is a run, in the colours of uncertainty on the way: press it to open it.`,
    );
    if (studies === null) return;
    this.#say(sentence || studies.sentence);
    const { offered } = studies;
    this.offer.hidden = offered === null;
    setText(this.offered, offered ? offerSentence(offered) : "");
    const wanted = offered ?? request;
    if (wanted && wanted !== this.filled) {
      this.ask.fill((this.filled = wanted));
      this.looked = ""; // it may count as right what no rule judges
    }
    const run = wanted?.run ?? this.recording?.header;
    if (run && this.looked !== JSON.stringify([run.prompt, run.settings.sampler])) this.#look(run);
    setText(this.status, request === null ? "" : statusOf(studies));
    this.places.parentElement?.classList.toggle("tdp-often-one", request?.vary === "");
    this.along.hidden = studies.results.size === 0;
    const findings = this.#findings();
    this.#settings(findings);
    this.#draw(findings);
    const fresh = this.#freshFindings();
    this.wish.show(request, findings, fresh, studies.busy);
    this.#fresh(fresh);
  }

  /** @returns {Finding[]} of each setting */
  #findings() {
    const { request, results } = /** @type {Studies} */ (this.studies);
    return (request?.values ?? []).map((_, change) =>
      findingOf(
        [...results.values()].filter((result) => result.change === change),
        (result) => `${result.number} ${change}`,
        this.right,
      ),
    );
  }

  /** @returns {Map<number, Finding>} on fresh seeds, by setting */
  #freshFindings() {
    const { fresh } = /** @type {Studies} */ (this.studies);
    return new Map(
      [...fresh].map(([change, results]) => [
        change,
        findingOf([...results.values()], (result) => freshKey(change, result), this.right),
      ]),
    );
  }

  /** @returns {import("../share/figures.js").Figures[]} a row for each run */
  #runs() {
    const { request, measure, results, fresh } = /** @type {Studies} */ (this.studies);
    const same = [...results].map(([key, result]) => ({ seeds: "same", change: result.change, key, result }));
    const others = [...fresh].flatMap(([change, bySeed]) =>
      [...bySeed.values()].map((result) => ({ seeds: "fresh", change, key: freshKey(change, result), result })),
    );
    const runs = [...same, ...others].map(({ key, ...run }) => ({ ...run, right: this.right.get(key) }));
    return request ? studyRuns({ ...request, measure }, runs) : [];
  }

  /** @returns {import("../share/figures.js").Figures[]} a row for each setting */
  #compared() {
    const { request, measure } = /** @type {Studies} */ (this.studies);
    const same = this.#findings().map((finding, change) => ({ seeds: "same", change, finding }));
    const fresh = [...this.#freshFindings()].map(([change, finding]) => ({ seeds: "fresh", change, finding }));
    return request ? studySettings({ ...request, measure }, [...same, ...fresh]) : [];
  }

  /** @param {Map<number, Finding>} findings on fresh seeds, by setting */
  #fresh(findings) {
    const { request, fresh } = /** @type {Studies} */ (this.studies);
    for (const [change, bySeed] of fresh) {
      const known = this.freshOf.get(change);
      const setting =
        known ??
        new Setting(`Fresh seeds: ${changeName(request?.vary ?? "", request?.values[change] ?? "")}`, (result) =>
          this.studies?.open(result),
        );
      if (known === undefined) this.freshPlaces.append(setting.root);
      this.freshOf.set(change, setting);
      const results = [...bySeed.values()].map(
        (result) => /** @type {[string, Result]} */ ([freshKey(change, result), result]),
      );
      setting.show(results, /** @type {Finding} */ (findings.get(change)), this.right, this.theme);
    }
  }

  /** @param {Finding[]} findings */
  #settings(findings) {
    const { request, results } = /** @type {Studies} */ (this.studies);
    if (request !== this.drawn) {
      this.drawn = request;
      const { vary, values } = request ?? { vary: "", values: [] };
      this.settings = values.map(
        (value) => new Setting(vary === "" ? "" : changeName(vary, value), (result) => this.studies?.open(result)),
      );
      this.places.replaceChildren(...this.settings.map(({ root }) => root));
      this.freshOf = new Map();
      this.freshPlaces.replaceChildren();
    }
    this.settings.forEach((setting, change) => {
      const group = [...results].filter(([, result]) => result.change === change);
      setting.show(group, findings[change], this.right, this.theme, change > 0 ? findings[0] : null);
    });
  }

  /** @param {Finding[]} findings */
  #draw(findings) {
    const { studies } = this;
    if (studies?.request == null || studies.results.size === 0) return this.chart.clear();
    const wait = studies.busy && performance.now() - this.drawnAt < CHART_MS;
    if (wait) return;
    this.drawnAt = performance.now();
    this.chart.draw(studies.request, studies.results, findings, this.right);
  }

  /** @param {string} key of a result */
  #open(key) {
    const result = this.studies?.results.get(key);
    if (result) this.studies?.open(result);
  }

  /** @param {string} sentence */
  #say(sentence) {
    setText(this.complaint, sentence);
  }
}

/** @param {number} change @param {Result} result */
const freshKey = (change, { seed }) => `fresh ${change} ${seed}`;

/** @param {Studies} studies */
function statusOf({ busy, waiting, arrived, total, checking, request }) {
  if (waiting) return waiting;
  const noun = checking === null ? "runs" : "runs on fresh seeds";
  if (busy) return `${arrived} of ${total} ${noun} are done.`;
  const wanted = (request?.seeds ?? 0) * (request?.values.length ?? 0);
  return checking === null && arrived < wanted ? `Stopped: ${arrived} of ${wanted} runs are done.` : "";
}

/**
 * @param {Result[]} results
 * @param {(result: Result) => string} keyOf
 * @param {Map<string, boolean>} right
 * @returns {Finding} without those that failed
 */
function findingOf(results, keyOf, right) {
  const done = results.filter(({ sentence }) => sentence === "");
  const judged = done.filter((result) => right.has(keyOf(result)));
  return {
    passes: new Map(done.map((result) => [result.seed, result.passes])),
    right: new Map(judged.map((result) => [result.seed, right.get(keyOf(result)) === true])),
  };
}
