/** "How often?": the run that is shown with many seeds, at one setting or several, and what all of them show. */

import { render } from "preact";
import { button, element, setText } from "../dom/elements.ts";
import { Judge } from "../rules/measures.ts";
import { SCRIPT } from "../rules/pattern.ts";
import { changeName, offerSentence } from "../run/study-sentences.ts";
import { promptName } from "../run/titles.ts";
import { Progress } from "../ui/progress.tsx";
import { quoted } from "../words/quoted.ts";
import { studyRuns, studySettings } from "./figures.ts";
import { OftenAsk } from "./often-ask.ts";
import { OftenChart } from "./often-chart.ts";
import { Setting } from "./often-setting.tsx";
import { OftenWish } from "./often-wish.ts";
import { frame } from "./panel.ts";
import { TakeAlong } from "./take-along.tsx";
import type { Theme } from "../cells/colour.ts";
import type { OftenActions, Studies } from "../player/actions.ts";
import type { Panel, Reader } from "../player/panel.ts";
import type { Finding } from "../rules/intervals.ts";
import type { Recording } from "../run/recording.ts";
import type { RunSpec } from "../run/spec.ts";
import type { StudyRequest } from "../run/study.ts";
import type { Result } from "../run/study.ts";
import type { Figures } from "./figures.ts";

/** The time between two pictures of the charts while results arrive. */
const CHART_MS = 400;

export class Often implements Panel {
  judges: (run: RunSpec) => Promise<boolean>;
  judge: Judge;
  studies: Studies | null = null;
  recording: Recording | null = null;
  theme: Theme = "light";
  about = element("p.tdp-hint");
  complaint = element("p.tdp-often-said", { role: "alert" });
  status = element("div");
  places = element("div.tdp-often-settings");
  freshPlaces = element("div.tdp-often-settings");
  offered = element("p");
  offer: HTMLDivElement;
  chart: OftenChart;
  wish: OftenWish;
  along = element("div", { hidden: "" });
  ask: OftenAsk;
  /** Which results were judged right. */
  right: Map<string, boolean> = new Map();
  drawing = false;
  /** What the form was filled with. */
  filled: StudyRequest | null = null;
  drawnAt = -Infinity;
  /** Which run it was asked of whether a rule judges it. */
  looked = "";

  constructor(root: HTMLElement, { often, plotly }: Reader) {
    const { studies, knobs, judges } = often as OftenActions;
    this.judges = judges;
    const body = frame(root, "How often?");
    const script = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
    this.judge = new Judge(() => new Worker(script));
    const make = button("Make them again", "Run all of them, with the same seeds and settings");
    make.onclick = () => this.studies?.make();
    this.offer = element("div.tdp-often-row.tdp-often-offered", { role: "status", hidden: "" }, this.offered, make);
    const charts = element("div.tdp-often-charts");
    this.chart = new OftenChart(charts, plotly, (key) => {
      const result = this.studies?.results.get(key);
      if (result) this.#open(result);
    });
    const wish = element("div.tdp-often-wish", { hidden: "" });
    this.wish = new OftenWish(wish, {
      check: (change, seeds) => this.studies?.check(change, seeds),
      adopt: (change) => this.studies?.adopt(change),
      changed: () => this.#tell(),
    });
    const along = (
      <>
        <TakeAlong name="each run" figures={() => ({ title: "how often, runs", columns: this.#runs() })} />
        <TakeAlong name="each setting" figures={() => ({ title: "how often, settings", columns: this.#compared() })} />
      </>
    );
    render(along, this.along);
    const form = element("div");
    this.ask = new OftenAsk(form, knobs, {
      run: async (seeds, vary, values) => (await studies()).ask(seeds, vary, values),
      stop: () => this.studies?.stop(),
      measured: () => this.#measured(),
    });
    body.append(this.about, this.offer, form, this.complaint, this.status, charts, wish);
    body.append(this.along, this.freshPlaces, this.places);
    studies().then(
      (loaded) => {
        this.studies = loaded;
        loaded.addEventListener("change", () => this.#later());
        this.#later();
      },
      () => this.#say("This part of the page did not arrive; close it and open it again when the server answers."),
    );
  }

  show(recording: Recording, theme: Theme) {
    Object.assign(this, { recording, theme });
    this.#tell();
  }

  paint() {}

  /** @param run whose texts a rule may judge, or none */
  async #look(run: RunSpec) {
    const looked = (this.looked = judgedBy(run));
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
      [...results.values()].map((result) => [freshKey(change, result), result] as [string, Result]),
    );
    const reference = this.recording ? Uint32Array.from(this.recording.tokenIds) : null;
    const { right, sentence } = await this.judge.judge(
      new Map([...studies.results, ...fresh]),
      this.ask.measureOf(reference),
    );
    this.right = right;
    this.#tell(sentence);
  }

  /** @param sentence what is wrong with the measure */
  #tell(sentence: string = "") {
    const { studies } = this;
    this.ask.busy = studies?.busy ?? false;
    const request = studies?.request ?? null;
    const prompt = request?.spec.prompt.text ?? this.recording?.header.spec.prompt.text ?? "";
    const first = request?.spec.seed ?? this.recording?.header.spec.seed ?? 0;
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
    const run = wanted?.spec ?? this.recording?.header.spec;
    if (run && this.looked !== judgedBy(run)) this.#look(run);
    const share = studies.busy && !studies.waiting ? studies.arrived / studies.total : null;
    render(
      <Progress class="tdp-often-status" sentence={request ? statusOf(studies) : ""} share={request && share} />,
      this.status,
    );
    this.places.parentElement?.classList.toggle("tdp-often-one", request?.vary === "");
    this.along.hidden = studies.results.size === 0;
    const findings = this.#findings();
    this.#settings(findings);
    this.#draw(findings);
    const fresh = this.#freshFindings();
    this.wish.show(request, findings, fresh, studies.busy);
    this.#fresh(fresh);
  }

  /** @returns of each setting */
  #findings(): Finding[] {
    const { request, results } = this.studies as Studies;
    return (request?.values ?? []).map((_, change) =>
      findingOf(
        [...results.values()].filter((result) => result.change === change),
        (result) => `${result.number} ${change}`,
        this.right,
      ),
    );
  }

  /** @returns on fresh seeds, by setting */
  #freshFindings(): Map<number, Finding> {
    const { fresh } = this.studies as Studies;
    return new Map(
      [...fresh].map(([change, results]) => [
        change,
        findingOf([...results.values()], (result) => freshKey(change, result), this.right),
      ]),
    );
  }

  /** @returns a row for each run */
  #runs(): Figures[] {
    const { request, measure, results, fresh } = this.studies as Studies;
    const same = [...results].map(([key, result]) => ({ seeds: "same", change: result.change, key, result }));
    const others = [...fresh].flatMap(([change, bySeed]) =>
      [...bySeed.values()].map((result) => ({ seeds: "fresh", change, key: freshKey(change, result), result })),
    );
    const inOrder = (runs: typeof same) =>
      runs.sort((one, next) => one.change - next.change || one.result.seed - next.result.seed);
    const runs = [...inOrder(same), ...inOrder(others)].map(({ key, ...run }) => ({
      ...run,
      right: this.right.get(key),
    }));
    return request ? studyRuns({ ...request, measure }, runs) : [];
  }

  /** @returns a row for each setting */
  #compared(): Figures[] {
    const { request, measure } = this.studies as Studies;
    const same = this.#findings().map((finding, change) => ({ seeds: "same", change, finding }));
    const fresh = [...this.#freshFindings()].map(([change, finding]) => ({ seeds: "fresh", change, finding }));
    return request ? studySettings({ ...request, measure }, [...same, ...fresh]) : [];
  }

  #settings(findings: Finding[]) {
    const { studies, right, theme } = this;
    const { request, results } = studies as Studies;
    const { vary, values } = request ?? { vary: "", values: [] };
    const settings = values.map((value, change) => (
      <Setting
        name={vary === "" ? "" : changeName(vary, value)}
        results={[...results].filter(([, result]) => result.change === change)}
        finding={findings[change]}
        first={change > 0 ? findings[0] : null}
        right={right}
        theme={theme}
        open={this.#open}
      />
    ));
    render(settings, this.places);
  }

  /** @param findings on fresh seeds, by setting */
  #fresh(findings: Map<number, Finding>) {
    const { studies, right, theme } = this;
    const { request, fresh } = studies as Studies;
    const settings = [...fresh].map(([change, results]) => (
      <Setting
        key={change}
        name={`Fresh seeds: ${changeName(request?.vary ?? "", request?.values[change] ?? "")}`}
        results={[...results.values()].map((result) => [freshKey(change, result), result])}
        finding={findings.get(change) as Finding}
        first={null}
        right={right}
        theme={theme}
        open={this.#open}
      />
    ));
    render(settings, this.freshPlaces);
  }

  #draw(findings: Finding[]) {
    const { studies } = this;
    if (studies?.request == null || studies.results.size === 0) return this.chart.clear();
    const wait = studies.busy && performance.now() - this.drawnAt < CHART_MS;
    if (wait) return;
    this.drawnAt = performance.now();
    this.chart.draw(studies.request, studies.results, findings, this.right);
  }

  #open = (result: Result) => this.studies?.open(result);

  #say(sentence: string) {
    setText(this.complaint, sentence);
  }
}

const freshKey = (change: number, { seed }: Result) => `fresh ${change} ${seed}`;

/** @returns what says whether a rule judges it */
const judgedBy = ({ prompt, settings }: RunSpec) => JSON.stringify([prompt.text, settings.sampler]);

function statusOf({ busy, waiting, arrived, total, checking, request }: Studies) {
  if (waiting) return waiting;
  const noun = checking === null ? "runs" : "runs on fresh seeds";
  if (busy) return `${arrived} of ${total} ${noun} are done.`;
  const wanted = (request?.seeds ?? 0) * (request?.values.length ?? 0);
  if (checking !== null) return "";
  return `${arrived < wanted ? "Stopped: " : ""}${arrived} of ${wanted} runs are done.`;
}

/** @returns without those that failed */
function findingOf(results: Result[], keyOf: (result: Result) => string, right: Map<string, boolean>): Finding {
  const done = results.filter(({ sentence }) => sentence === "");
  const judged = done.filter((result) => right.has(keyOf(result)));
  return {
    passes: new Map(done.map((result) => [result.seed, result.passes])),
    right: new Map(judged.map((result) => [result.seed, right.get(keyOf(result)) === true])),
  };
}
