/** The page: joins the player with the form, the library of runs, the address and the engine. */

import { effect, untracked } from "@preact/signals";
import { messageOf } from "../dom/elements.ts";
import { keepFocus } from "../dom/focus.ts";
import { once } from "../dom/once.ts";
import { playerOf } from "./player-of.ts";
import { isGuided } from "../player/looks.ts";
import { withWritten } from "../rules/knobs.ts";
import { wayNamed } from "../rules/ways.ts";
import { MAX_MIB } from "../run/columns.ts";
import { Ask } from "./ask.ts";
import { showAsk } from "./ask-bar.tsx";
import { Controls } from "./controls.ts";
import { engineOf } from "./engine.ts";
import { FirstVisit } from "./first-visit.ts";
import { Form } from "./form.ts";
import { HomeRun } from "./home-run.ts";
import { Knobs } from "./knobs.ts";
import { LaneMaker } from "./lanes.ts";
import { Looks } from "./looks.ts";
import { Making } from "./making.ts";
import { ModelWatch } from "./model.ts";
import { specOf } from "../run/spec.ts";
import { made } from "../ui/made.ts";
import { RunButton } from "./run-button.tsx";
import { RunList } from "./run-list.ts";
import { Sharing } from "./sharing.ts";
import { buildShell } from "./shell.tsx";
import { Steering } from "./steering.ts";
import { WrittenSamplers } from "./written.ts";
import type { Engine } from "../engine/server.ts";
import type { Player } from "../player/player.ts";
import type { Knob, Value } from "../rules/knobs.ts";
import type { Recording } from "../run/recording.ts";
import type { LiveRun } from "./live.ts";
import { Parts } from "./parts.ts";
import type { Part, PartScript } from "./places.ts";
import type { RunItem } from "./run-list.ts";

/** As playground/server/page.py writes it. */
type Config = {
  knobs: Knob[];
  prompt_characters: number;
  max_mib: number;
  max_seed: number;
  public: boolean;
  served?: boolean;
  docs?: boolean;
  login?: boolean;
  plugins?: string[];
  parts?: Part[];
};
/** What a page of one file has in itself, and others fetch. */
type Held = { runs: RunItem[]; plotly: () => Promise<any>; parts: Record<string, PartScript> };

/** Where the page's own files are, whatever address the server is reached under. */
const asset = (path: string) => new URL(`../${path}`, import.meta.url);

/** So long the run of an address is looked for among the kept ones before it is made again. */
const MOST_WAITED_MS = 3000;

/** Waits until the browser has painted and has time. */
const painted = () =>
  new Promise((give) => {
    requestAnimationFrame(() => requestIdleCallback(give, { timeout: 500 }));
    setTimeout(give, 2000); // a page in the background is not painted
  });

export class Page {
  /** The names of those that add something to this playground. */
  plugins: string[];
  /** Of plugins, in this page. */
  parts: Parts;
  shell: ReturnType<typeof buildShell>;
  table: Knob[];
  assets: URL;
  /** Do strangers share this server? */
  strangers: boolean;
  /** Done when the first picture is there, for what is large and comes after it. */
  greeted: PromiseWithResolvers<void>;
  /** Done when the page will not be loaded again by itself. */
  stays: PromiseWithResolvers<void>;
  say: (error: unknown) => void;
  /** Is there a server, for what needs one by its nature? */
  served: boolean;
  /** Are the pages of docs/ beside this one? */
  docs: boolean;
  engine: Engine;
  /** The engine in this browser, with its model. */
  browser: () => Promise<Engine>;
  exports = once(async () => (await import("./exports.ts")).fillShareMenu(this));
  steering = new Steering(this);
  help = once(async () => (await import("./help.tsx")).buildHelp(this));
  /** What this browser keeps is read once the page stands. */
  library = once(async () => {
    await painted();
    const { Library } = await import("./library.ts");
    const library = new Library(this.runList, this.strangers);
    await library.load();
    return library;
  });
  written = new WrittenSamplers(this);
  lanes = new LaneMaker(this);
  player: Player;
  ask = new Ask();
  knobs: Knobs;
  form: Form;
  runList: RunList;
  sharing: Sharing;
  home: HomeRun;
  making: Making;
  live: LiveRun;
  looks: Looks;
  controls: Controls;
  firstVisit: FirstVisit;
  model: ModelWatch;

  /** @param root will be filled @param held null for a page that may fetch */
  constructor(
    public root: HTMLElement,
    {
      knobs,
      prompt_characters,
      max_mib,
      max_seed,
      public: strangers = false,
      served = true,
      docs = false,
      login = false,
      plugins = [],
      parts = [],
    }: Config,
    public held: Held | null = null,
  ) {
    this.plugins = plugins;
    const added = parts.flatMap(({ plugin, mode }) => (mode ? [[plugin, mode]] : []));
    this.shell = buildShell(root, { page: this, added, login });
    this.table = withWritten(knobs, Object.assign({}, ...parts.map(({ samplers }) => samplers)));
    this.assets = asset("");
    this.strangers = strangers;
    this.greeted = Promise.withResolvers();
    this.stays = Promise.withResolvers();
    if (served) this.stays.resolve();
    /** @param error for the reader; null takes back the last sentence */
    this.say = (error: unknown) => this.ask.say(messageOf(error));
    this.served = served;
    this.docs = docs;
    ({ engine: this.engine, browser: this.browser } = engineOf(this));
    keepFocus(root);
    this.parts = new Parts(parts, this.assets, this, held?.parts);
    this.player = playerOf(this);
    this.knobs = this.#knobs(max_seed);
    this.form = new Form(this.ask, this.knobs, this.table);
    this.runList = this.#recordedRuns(max_mib);
    new RunButton(this);
    this.sharing = new Sharing(this);
    this.home = new HomeRun(this);
    this.making = new Making(this);
    this.live = this.making.live;
    showAsk({ page: this, most: prompt_characters });
    this.looks = new Looks(root, this.player);
    this.controls = new Controls(this);
    this.firstVisit = new FirstVisit(this);
    effect(() => this.#followForm());
    this.#greet().then(() => requestIdleCallback(() => this.greeted.resolve(), { timeout: 500 }));
    this.greeted.promise.then(() => this.#besidePrompt()).catch(this.say);
    this.greeted.promise.then(() => this.runList.complete(this.live.show.completed)).catch(this.say);
    this.model = new ModelWatch(this);
  }

  #knobs(mostSeed: number) {
    const rows = Object.assign(document.createElement("div"), { className: "tdp-knobs" });
    this.player.view.tuning.prepend(...this.parts.invitations().map((pill) => made(pill)), rows);
    const first = ({ name, samplers }: Knob) => (name === "sampler" ? 2 : Number(samplers.length > 0));
    const ordered = this.table.toSorted((a, b) => first(b) - first(a)); // the sampler, and what it goes by
    const knobs = new Knobs(ordered, mostSeed);
    const show = async () => (await import("./knob-rows.tsx")).showKnobs(rows, knobs, this.written.place);
    this.greeted.promise.then(show).catch(this.say);
    return knobs;
  }

  /** Plugins say what they know of the prompt. */
  #besidePrompt() {
    const choose = (name: string) => this.form.which.value?.choose(name);
    const { advice, buttons, generate, prompt: field } = this.ask;
    return this.parts.prompt(advice, { buttons, choose, field, generate });
  }

  /** What the form holds, the rest of the page follows. */
  #followForm() {
    const { ask, form, knobs, parts, shell, steering } = this;
    const { problem, values } = knobs;
    const { value: prompt } = ask.text;
    const { value: which } = form.which;
    const model = which?.chosen.name ?? "";
    const others = which?.others.map(({ name }) => name) ?? [];
    shell.edited.value = form.differs;
    untracked(() => {
      ask.gist.value = wayNamed(values.way).gist;
      if (problem !== ask.fault.value) ask.say((ask.fault.value = problem));
      parts.prompted({ prompt, made: form.source.value?.prompt.text === prompt, model, others });
      if (steering.steered) steering.steered.update();
      else if (Object.keys(form.steering).length > 0) steering.hand().catch(this.say);
      this.written.update();
      this.player.refresh();
    });
  }

  /** @param maxMib the most that a trace may unpack to */
  #recordedRuns(maxMib: number = MAX_MIB) {
    const show = (recording: Recording) => {
      this.sharing.leave();
      if (this.player.views.mode !== "compare") this.lanes.clear(recording); // nobody sees them there
      this.player.show(recording);
      this.fill(recording);
      this.home.settle();
      this.sharing.rest();
    };
    const runList = new RunList(this.table, () => this.sharing.keep(), show, this.say);
    runList.maxMib = maxMib;
    runList.reader = this.parts.reader;
    runList.ready = () =>
      Promise.race([this.library().catch(() => {}), new Promise((give) => setTimeout(give, MOST_WAITED_MS))]);
    runList.selected = ({ title }) => (this.ask.shown.value = title);
    return runList;
  }

  /** Generate was pressed. A second press for the run that goes on does nothing, however soon it comes. */
  generate() {
    if (this.ask.busy) return this.form.asksAnew ? this.making.offerInstead() : undefined;
    if (this.parts.takes(this.ask.text.peek())) return;
    if (this.ask.fault.value !== "") return this.ask.say(this.ask.fault.value);
    if (!this.written.ready) return;
    this.controls.openPrompt(false);
    this.making.makeShown();
  }

  /** The form takes these settings, and makes a run with them. */
  tune(settings: Record<string, Value>) {
    this.adopt(settings);
    this.generate();
  }

  /**
   * Makes a run like another one.
   *
   * @param settings that differ from its own
   */
  makeLike(recording: Recording, settings: Record<string, Value>) {
    this.fill(recording);
    this.tune({ ...this.knobs.values, ...settings });
  }

  /** @param item whose settings the form takes, but neither prompt nor seed */
  async use(item: RunItem) {
    const header = item.about?.header ?? (await this.runList.read(item)).header;
    this.adopt(specOf(header, this.table)?.settings ?? {});
    this.setMode("tune");
  }

  /** @param settings that the form takes */
  adopt(settings: Record<string, Value>) {
    this.knobs.values = settings;
  }

  /** @param recording whose prompt, seed and settings the form takes */
  fill = (recording: Recording) => {
    const spec = specOf(recording.header, this.table);
    if (spec) this.form.fill(spec);
  };

  /** @param mode `watch`, `tune` or `compare`, or a plugin that has one */
  setMode(mode: string) {
    const { views } = this.player;
    if (isGuided(mode))
      return void this.parts
        .mode(mode)
        .then((guide) => guide.choose())
        .catch(this.say);
    if (views.state.guided.value) this.home.comeBack();
    views.mode = mode;
  }

  /** First paint: what the address says, else the first recorded run at a telling step. */
  async #greet() {
    if (this.held) for (const item of this.held.runs) this.runList.add(item);
    else await this.runList.load(asset("recorded/"));
    this.ask.examples.value = this.runList.items.filter(({ card }) => card);
    await this.sharing.open();
    this.firstVisit.begin();
    this.library().catch(() => {});
    this.parts.begin().catch(this.say);
    if (this.player.recording && this.form.source.value === null) this.fill(this.player.recording);
    const [first] = this.runList.items;
    const used = first?.light ? this.runList.sketch : first?.recording;
    if (first && !used) (first.light ?? first.file)().catch(() => {}); // it is preloaded; browsers warn of what is preloaded in vain
  }
}
