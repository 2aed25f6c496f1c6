/** The page: joins the player with the form, the library of runs, the address and the engine. */

import { button } from "../dom/elements.js";
import { ServerEngine } from "../engine/server.js";
import { mountPlayer } from "../player/mount.js";
import { MAX_MIB } from "../run/columns.js";
import { AboutPrompt } from "./about-prompt.js";
import { ownRun } from "./own-run.js";
import { Ask } from "./ask.js";
import { Extras } from "./extras.js";
import { Form } from "./form.js";
import { Knobs } from "./knobs.js";
import { LaneMaker } from "./lanes.js";
import { Looks } from "./looks.js";
import { Making } from "./making.js";
import { ModelWatch } from "./model.js";
import { PuzzleButton } from "./puzzle.js";
import { RunButton } from "./run-button.js";
import { Sharing } from "./sharing.js";
import { RunList } from "./run-list.js";
import { buildShell } from "./shell.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {{ knobs: import("./address.js").Knob[], prompt_characters: number, max_mib: number, max_seed: number, public: boolean, publish_days: number }} Config as playground/server/head.py writes it */

/** A gap in a prompt makes it a text to fill; `playground/spec/template.py` reads it. */
const GAP = /_{4,}/;

/** Where the page's own files are, whatever address the server is reached under. */
const asset = (/** @type {string} */ path) => new URL(`../../${path}`, import.meta.url);

/** So long the run of an address is looked for among the kept ones before it is made again. */
const MOST_WAITED_MS = 3000;

export class Page {
  /**
   * @param {HTMLElement} root will be filled
   * @param {Config} config
   */
  constructor(
    root,
    {
      knobs: table,
      prompt_characters: most,
      max_mib: maxMib = MAX_MIB,
      max_seed: mostSeed,
      public: strangers = false,
      publish_days: days = 0,
    },
  ) {
    const shell = buildShell(root);
    this.root = root;
    this.shell = shell;
    this.table = table;
    this.assets = asset("");
    /** Do strangers share this server? */
    this.strangers = strangers;
    /** For so long the server keeps what is published; 0 where nothing can be. */
    this.publishDays = days;
    /** @param {unknown} error for the reader; null takes back what was said */
    this.say = (error) => this.ask.say(error instanceof Error ? error.message : String(error ?? ""));
    const { say } = this;
    this.engine = new ServerEngine();
    const { engine } = this;
    this.extras = new Extras(this);
    const greeted = Promise.withResolvers();
    const plotly = async () => {
      await greeted.promise; // it is large, and what the reader sees first comes before it
      const { loadPlotly } = await import("../panels/plotly.js");
      return loadPlotly(asset("js/vendor/plotly-basic.min.js").href).catch((error) => Promise.reject(say(error)));
    };
    this.lanes = new LaneMaker(
      () => this.player,
      () => this.runList,
      {
        base: () => this.player.recording && ownRun(this.player.recording.header, table),
        form: () => ({ kind: "own", ...this.form.values, model: "", revision: "", source: "" }),
        ways: (way) => engine.call("way_defaults", way),
        make: (asked, alone) => this.making.makeLanes(asked, alone),
        knobs: table,
        say,
      },
    );
    this.player = mountPlayer(shell.place, null, {
      keys: document,
      plotly,
      tune: (settings) => this.#tune(settings),
      form: () => this.knobs?.values ?? {},
      lanes: this.lanes,
      machine: (asked) => engine.call("machine", asked),
      branch: (recording, moment) => this.making.branch(recording, moment).catch(say),
      inside: (what, asked) => engine.call(what, asked),
      often: { studies: () => this.extras.study(), knobs: table },
    });
    shell.badge.append(this.player.view.label);
    /** What kept Generate from being pressed. */
    this.problem = "";
    const edited = () => {
      this.form.edited();
      if (this.problem !== "" && this.knobs.problem !== this.problem) this.ask.say((this.problem = ""));
    };
    this.ask = new Ask(shell.ask, most, {
      generate: () => this.generate(),
      stop: () => this.making.stop(),
      embedded: () => engine.call("use_embedded").then(() => this.model.look(), say),
      edited,
    });
    const rows = document.createElement("div");
    rows.className = "tdp-knobs";
    this.player.view.tuning.prepend(rows);
    this.knobs = new Knobs(rows, table, mostSeed, { edited, way: (way) => this.#wayChosen(way) });
    this.about = new AboutPrompt(this.ask.about, (prompt) => engine.call("about_prompt", prompt));
    this.puzzle = new PuzzleButton(this.ask.prompt, (asked) => engine.call("puzzle", asked));
    const ownText = button("Own text", "Fill the gaps of a text, or start from a text instead of noise");
    ownText.classList.add("tdp-pill", "tdp-open-own-text");
    ownText.onclick = () => this.extras.ownText("").catch(say);
    this.ask.model.before(this.puzzle.root, ownText);
    this.form = new Form(this.ask, this.knobs, table, (differs) => {
      shell.edited.hidden = !differs;
      this.about.update(this.ask.prompt.value);
      this.puzzle.update(this.ask.prompt.value);
      if (this.extras.steered) this.extras.steered.update();
      else if (this.form.steering !== "") this.extras.hand().catch(say);
      this.player.refresh();
    });
    this.player.addEventListener("paint", () => this.player.views.chosen !== null && this.extras.hand().catch(say));
    shell.restore.onclick = () => this.form.restore();
    const chosen = (/** @type {Recording} */ recording) => {
      this.sharing.leave();
      this.player.show(recording);
      this.#fill(recording);
      this.sharing.rest();
    };
    this.runList = new RunList(table, () => this.sharing.keep(), chosen, say);
    this.runList.maxMib = maxMib;
    this.runList.ready = () =>
      Promise.race([this.extras.library().catch(() => {}), new Promise((give) => setTimeout(give, MOST_WAITED_MS))]);
    this.runList.selected = ({ title }) => this.ask.mark(title);
    this.runs = new RunButton(root, shell.runs, this.runList, () => this.extras.library(), {
      use: (item) => this.#use(item),
      compare: (item) => this.lanes.take(item),
    });
    this.sharing = new Sharing(
      this.player,
      shell,
      this.runList,
      table,
      (run) => this.making.again(run),
      (recording) => this.#fill(recording),
      this.lanes,
      {
        at: () => this.extras.lesson?.at ?? null,
        open: (lesson) => this.learn(lesson),
        studied: () => this.extras.studied,
        offer: (study) => this.extras.offer(study).catch(say),
        join: (kind, name) => this.extras.join(kind, name).catch(say),
      },
    );
    this.making = new Making(this);
    this.live = this.making.live;
    this.looks = new Looks(root, this.player);
    this.#offerShare();
    this.#modes();
    shell.help.onclick = () => this.extras.help().then((help) => help.showModal(), say);
    shell.prompt.onclick = () => this.#openPrompt(!root.classList.contains("tdp-asking"));
    this.player.keys = { "?": () => shell.help.click(), f: () => this.#present(), Escape: () => this.#escape() };
    root.classList.toggle("tdp-embed", new URLSearchParams(location.search).has("embed"));
    this.#greet().then(() => requestIdleCallback(greeted.resolve, { timeout: 500 }));
    greeted.promise.then(() => this.runList.complete(this.live.show.repaired)).catch(say);
    this.model = new ModelWatch(engine, this.ask, (own) => this.#ready(own));
  }

  /** Generate was pressed. A second press while a run goes on does nothing, however soon it comes. */
  generate() {
    if (this.ask.busy) return;
    if (GAP.test(this.ask.prompt.value)) return void this.extras.ownText(this.ask.prompt.value).catch(this.say);
    const { problem } = this.knobs;
    this.problem = problem;
    if (problem !== "") return this.ask.say(problem);
    this.#openPrompt(false);
    this.making.makeShown();
  }

  /**
   * The form takes these settings, and makes a run with them.
   *
   * @param {Record<string, import("./address.js").Value>} settings
   */
  #tune(settings) {
    this.knobs.values = settings;
    this.form.edited();
    this.generate();
  }

  /**
   * Makes a run like another one.
   *
   * @param {Recording} recording
   * @param {Record<string, import("./address.js").Value>} settings that differ from its own
   */
  makeLike(recording, settings) {
    this.#fill(recording);
    this.#tune({ ...this.knobs.values, ...settings });
  }

  /** @param {string} way of writing, whose own defaults the form takes */
  async #wayChosen(way) {
    const defaults = await this.engine.call("way_defaults", way).catch(() => undefined);
    if (!defaults || this.knobs.values.way !== way) return;
    this.knobs.values = defaults;
    this.form.edited();
  }

  /** @param {import("./address.js").Value[]} defaults settings of the checkpoint, in the order of the table */
  #ready(defaults) {
    this.knobs.setOwn(Object.fromEntries(this.table.map(({ name }, at) => [name, defaults[at]])));
  }

  /** @param {import("./run-list.js").RunItem} item whose settings the form takes, but neither prompt nor seed */
  async #use(item) {
    const header = item.about?.header ?? (await this.runList.read(item)).header;
    const run = ownRun(header, this.table, Infinity);
    if (run) this.knobs.values = run.settings;
    this.form.edited();
    this.setMode("tune");
  }

  /** @param {Recording} recording whose prompt, seed and settings the form takes */
  #fill(recording) {
    const run = ownRun(recording.header, this.table, Infinity);
    if (run) this.form.fill(run);
  }

  /** The Share menu's first entries need no other script; the forms that follow them are fetched with the first press. */
  #offerShare() {
    const { shell, say } = this;
    const save = button("Save trace", "Save the run that is shown as a .trace file");
    save.onclick = () => this.runList.save();
    const copy = button(
      "Copy settings",
      "The settings of this run as Python code, as a command line, for transformers and for diffusers",
    );
    copy.onclick = () => this.extras.copySettings().catch(say);
    const watch = button("Watch together", "Let others follow your runs on their own screens");
    watch.onclick = () => this.extras.present().catch(say);
    shell.shareMenu.append(save, copy, watch);
    shell.share.addEventListener("click", () => this.extras.shareMenu().catch(say));
  }

  #modes() {
    const {
      root,
      shell: { modes },
    } = this;
    const tabs = /** @type {NodeListOf<HTMLElement>} */ (modes.querySelectorAll("button"));
    const show = () => {
      const { mode } = this.player.views;
      root.dataset.mode = mode;
      if (mode === "compare") this.extras.race().catch(this.say);
      for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.mode === mode));
    };
    this.player.addEventListener("looks", show);
    modes.onclick = (event) =>
      this.setMode(/** @type {HTMLElement} */ (event.target).dataset.mode ?? this.player.views.mode);
    show();
  }

  /** @param {string} mode `watch`, `tune`, `compare` or `learn` */
  setMode(mode) {
    if (mode === "learn") this.learn({ lesson: 0, part: 1 });
    else this.player.views.mode = mode;
  }

  /** @param {import("./address.js").Lesson} place in the lessons */
  async learn(place) {
    await this.extras.learn(place).catch(this.say);
  }

  /** @param {boolean} open the sheet with the prompt, which a phone shows on demand */
  #openPrompt(open) {
    this.shell.root.classList.toggle("tdp-asking", open);
    this.shell.prompt.textContent = open ? "Close" : "Prompt";
    this.shell.prompt.setAttribute("aria-expanded", String(open));
    if (open) this.ask.prompt.focus();
  }

  /** The canvas, its timeline and its sentence, and nothing else. */
  #present() {
    const { root } = this.shell;
    const presents = root.classList.toggle("tdp-presenting");
    if (presents) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }

  #escape() {
    const { root } = this.shell;
    if (root.classList.contains("tdp-presenting")) this.#present();
    else if (root.classList.contains("tdp-asking")) this.#openPrompt(false);
    else this.player.views.escape();
  }

  /** First paint: what the address says, else the first recorded run at a telling step. */
  async #greet() {
    await this.runList.load(asset("recorded/"));
    for (const item of this.runList.items)
      if (item.card) this.ask.addCard(item.card, item.title, () => this.runList.choose(item));
    await this.sharing.open();
    this.extras.library().catch(() => {});
    this.extras.presentAgain().catch(this.say);
    if (this.player.recording && this.form.source === null) this.#fill(this.player.recording);
    const [first] = this.runList.items;
    const used = first?.light ? this.runList.sketch : first?.recording;
    if (first && !used) (first.light ?? first.file)().catch(() => {}); // it is preloaded; browsers warn of what is preloaded in vain
  }
}
