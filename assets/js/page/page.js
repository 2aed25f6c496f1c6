/** The page: joins the player with the form, the library of runs, the address and the engine. */

import { button } from "../dom/elements.js";
import { loadPlotly } from "../panels/plotly.js";
import { mountPlayer } from "../player/mount.js";
import { MAX_MIB } from "../run/columns.js";
import { AboutPrompt } from "./about-prompt.js";
import { ownRun } from "./address.js";
import { Ask } from "./ask.js";
import { Engine } from "./engine.js";
import { Form } from "./form.js";
import { Knobs } from "./knobs.js";
import { LaneMaker } from "./lanes.js";
import { LiveRun } from "./live.js";
import { Looks } from "./looks.js";
import { watchModel } from "./model.js";
import { PuzzleButton } from "./puzzle.js";
import { RunButton } from "./run-button.js";
import { Sharing } from "./sharing.js";
import { Shelf } from "./shelf.js";
import { buildShell } from "./shell.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {{ knobs: import("./address.js").Knob[], prompt_characters: number, max_mib: number, max_seed: number }} Config as playground/ui/head.py writes it */

/** A gap in a prompt makes it a text to fill; `playground/template.py` reads it. */
const GAP = /_{4,}/;

/** Where the page's own files are, whatever address the server is reached under. */
const asset = (/** @type {string} */ path) => new URL(`../../${path}`, import.meta.url);

/** So long the run of an address is looked for among the kept ones before it is made again, and the end of a stream is waited for. */
const MOST_WAITED_MS = 3000;

/** Messages about many runs begin so; the rest are about the run that is made. */
const STUDY = '{"kind":"study-';

/** Waits until the browser has painted and has time. */
const painted = () =>
  new Promise((give) => {
    requestAnimationFrame(() => requestIdleCallback(give, { timeout: 500 }));
    setTimeout(give, 2000); // a page in the background is not painted
  });

export class Page {
  /**
   * @param {HTMLElement} root will be filled
   * @param {Config} config
   */
  constructor(root, { knobs: table, prompt_characters: most, max_mib: maxMib = MAX_MIB, max_seed: mostSeed }) {
    const say = (/** @type {unknown} */ error) => this.ask.say(error instanceof Error ? error.message : String(error ?? ""));
    const shell = buildShell(root);
    this.shell = shell;
    this.table = table;
    this.engine = new Engine();
    const { server } = this.engine;
    const greeted = Promise.withResolvers();
    const plotly = async () => {
      await greeted.promise; // it is large, and what the reader sees first comes before it
      return loadPlotly(asset("js/vendor/plotly-basic.min.js").href).catch((error) => Promise.reject(say(error)));
    };
    this.lanes = new LaneMaker(() => this.player, () => this.shelf, {
      base: () => this.player.recording && ownRun(this.player.recording.header, table),
      form: () => ({ kind: "own", ...this.form.values, model: "", revision: "", source: "" }),
      ways: (way) => server.way_defaults(way),
      make: (asked, alone) => this.#makeLanes(asked, alone),
      knobs: table,
      say,
    });
    this.player = mountPlayer(shell.place, null, { keys: document, plotly, tune: (settings) => this.#tune(settings), form: () => this.knobs?.values ?? {}, lanes: this.lanes, machine: (asked) => server.machine(asked), branch: (recording, moment) => this.#branch(recording, moment).catch(say), inside: (what, asked) => server[what](asked), often: { studies: () => this.study(), knobs: table } });
    /** Runs with many seeds, once they are asked for. @type {import("./studies.js").Studies | null} */
    this.studies = null;
    shell.badge.append(this.player.view.label);
    /** Over when Gradio has heard the end of the last run; until then it takes no other. @type {PromiseWithResolvers<void>} */
    this.stream = Promise.withResolvers();
    this.stream.resolve();
    /** Runs that are asked for together. @type {{ asked: import("./lanes.js").Asked[], alone: boolean }} */
    this.together = { asked: [], alone: false };
    /** The lessons, once one has been opened. @type {import("../learn/learn.js").Learn | null} */
    this.lesson = null;
    /** What kept Generate from being pressed. */
    this.problem = "";
    const edited = () => {
      this.form.edited();
      if (this.problem !== "" && this.knobs.problem !== this.problem) this.ask.say((this.problem = ""));
    };
    this.ask = new Ask(shell.ask, most, { generate: () => this.generate(), stop: () => this.#stop(), embedded: () => server.use_embedded("").catch(say), edited });
    const rows = document.createElement("div");
    rows.className = "tdp-knobs";
    this.player.view.tuning.prepend(rows);
    this.knobs = new Knobs(rows, table, mostSeed, { edited, way: (way) => this.#wayChosen(way) });
    this.about = new AboutPrompt(this.ask.about, (prompt) => server.about_prompt(prompt));
    this.puzzle = new PuzzleButton(this.ask.prompt, (asked) => server.puzzle(asked));
    this.ask.model.before(this.puzzle.root);
    /** What the reader does by hand; fetched when it is first wanted. @type {Promise<import("./hand.js").Hand> | null} */
    this.hand = null;
    /** @type {import("./own-text.js").OwnText | null} */
    this.ownText = null;
    const ownText = button("Own text", "Fill the gaps of a text, or start from a text instead of noise");
    ownText.classList.add("tdp-pill", "tdp-open-own-text");
    ownText.onclick = () => this.#openOwnText("").catch(say);
    this.ask.model.before(ownText);
    this.form = new Form(this.ask, this.knobs, table, (differs) => {
      shell.edited.hidden = !differs;
      this.about.update(this.ask.prompt.value);
      this.puzzle.update(this.ask.prompt.value);
      if (this.hand) this.hand.then((hand) => hand.update());
      else if (this.form.steering !== "") this.#byHand().catch(say);
      this.player.refresh();
    });
    this.player.addEventListener("paint", () => this.player.views.chosen !== null && this.#byHand().catch(say));
    shell.restore.onclick = () => this.form.restore();
    const chosen = (/** @type {Recording} */ recording) => {
      this.sharing.leave();
      this.player.show(recording);
      this.#fill(recording);
      this.sharing.rest();
    };
    this.shelf = new Shelf(table, () => this.sharing.keep(), chosen, say);
    this.shelf.maxMib = maxMib;
    /** @type {Promise<import("./library.js").Library> | null} */
    this.kept = null;
    this.shelf.ready = () => Promise.race([this.library().catch(() => {}), new Promise((give) => setTimeout(give, MOST_WAITED_MS))]);
    this.runs = new RunButton(root, shell.runs, this.shelf, () => this.library(), { use: (exhibit) => this.#use(exhibit), compare: (exhibit) => this.lanes.take(exhibit) });
    const save = button("Save trace", "Save the run that is shown as a .trace file");
    save.onclick = () => this.shelf.save();
    const copy = button("Copy settings", "The settings of this run as Python code, as a command line, for transformers and for diffusers");
    copy.onclick = () => this.copySettings();
    shell.shareMenu.append(save, copy);
    /** @type {Promise<import("./copy-settings.js").CopySettings> | undefined} */
    this.copies = undefined;
    /** @type {Promise<unknown> | null} */
    let forms = null;
    shell.share.addEventListener("click", () => {
      forms ??= import("../share/menu.js").then(({ ShareMenu }) => new ShareMenu(shell.shareMenu, () => this.#taken(), asset("share/player.html").href, maxMib));
      forms.catch(() => (forms = null)); // its script did not come; the next press tries again
    });
    this.shelf.selected = ({ title }) => this.ask.mark(title);
    this.live = new LiveRun(server, this.ask, this.shelf, this.#following(), say);
    this.sharing = new Sharing(this.player, shell, this.shelf, table, (run) => this.#remake(run), (recording) => this.#fill(recording), this.lanes, { at: () => this.lesson?.at ?? null, open: (lesson) => this.learn(lesson) });
    this.#modes(root);
    this.#offerRace(say);
    const looks = new Looks(root, this.player);
    /** @type {Promise<HTMLDialogElement> | undefined} */
    let made;
    const help = async () => {
      made ??= import("./help.js").then(({ buildHelp }) => buildHelp(root, looks));
      (await made).showModal();
    };
    shell.help.onclick = () => help().catch(say);
    shell.prompt.onclick = () => this.#openPrompt(!root.classList.contains("tdp-asking"));
    this.player.keys = { "?": () => shell.help.click(), f: () => this.#present(), Escape: () => this.#escape() };
    root.classList.toggle("tdp-embed", new URLSearchParams(location.search).has("embed"));
    this.#greet().then(() => requestIdleCallback(greeted.resolve, { timeout: 500 }));
    this.live.alive = watchModel(() => server.model_status(""), this.ask, (own) => this.#ready(own), () => this.live.back());
  }

  /** @param {import("./engine.js").Mount} mount Gradio has arrived */
  connect(mount) {
    this.engine.connect(mount, (message) => (message.startsWith(STUDY) ? this.studies?.receive(message) : this.live.receive(message)));
  }

  /** Generate was pressed. A second press while a run goes on does nothing, however soon it comes. */
  generate() {
    if (this.ask.busy) return;
    if (GAP.test(this.ask.prompt.value)) return void this.#openOwnText(this.ask.prompt.value).catch((error) => this.ask.say(String(error)));
    const { problem } = this.knobs;
    this.problem = problem;
    if (problem !== "") return this.ask.say(problem);
    this.ask.setBusy(true);
    this.#openPrompt(false);
    this.ask.waiting("Waiting for the engine …");
    this.#afterStream(() => this.engine.run());
  }

  /**
   * Makes several runs.
   *
   * @param {import("./lanes.js").Asked[]} asked
   * @param {boolean} alone one after the other, even where they could share passes?
   * @returns {boolean} false while another run goes on
   */
  #makeLanes(asked, alone) {
    if (this.ask.busy) {
      this.ask.say("A run is going on; add the lane when it has ended.");
      return false;
    }
    this.together = { asked, alone };
    this.ask.setBusy(true);
    this.ask.waiting("Waiting for the engine …");
    this.#afterStream(() => this.engine.runs());
    return true;
  }

  /**
   * Makes a run that goes on from a step of the one that is shown, beside it.
   *
   * @param {Recording} recording
   * @param {number} moment
   */
  async #branch(recording, moment) {
    const { branchOf } = await import("./branching.js");
    const { problem } = this.knobs;
    const run = problem || branchOf(recording, moment, this.form.values);
    if (typeof run === "string") return this.ask.say(run);
    this.ask.say("");
    this.lanes.make([run]);
  }

  /** @param {() => void} ask is done once Gradio can take it */
  async #afterStream(ask) {
    await Promise.race([this.stream.promise, new Promise((give) => setTimeout(give, MOST_WAITED_MS))]);
    ask();
  }

  /** @returns what makes many runs; its script comes when it is first needed */
  async study() {
    const { Studies } = await import("./studies.js");
    const { server } = this.engine;
    this.studies ??= new Studies({
      server: /** @type {any} */ (server),
      trigger: () => this.engine.study(),
      base: () => {
        const { header } = this.player.recording ?? {};
        const branches = /** @type {any} */ (header?.spec)?.branch; // its beginning is that of the run that it comes from
        return header && !branches ? ownRun(header, this.table) : null;
      },
      open: async (file) => {
        await this.shelf.open(file);
        this.player.view.root.scrollIntoView({ block: "start" });
      },
      adopt: (settings) => {
        this.knobs.values = settings;
        this.form.edited();
        this.setMode("tune");
      },
    });
    return this.studies;
  }

  #byHand() {
    this.hand ??= import("./hand.js").then(({ Hand }) => {
      const shown = () => this.player.recording && ownRun(this.player.recording.header, this.table);
      const server = (/** @type {object} */ question) => this.engine.server.own_text(JSON.stringify(question));
      return new Hand({ player: this.player, form: this.form, ask: this.ask, server, shown, generate: () => this.generate() });
    });
    this.hand.catch(() => (this.hand = null)); // its script did not come; the next one who asks tries again
    return this.hand;
  }

  /** @param {string} text with gaps, typed as the prompt; "" for none */
  async #openOwnText(text) {
    const [{ OwnText }, hand] = await Promise.all([import("./own-text.js"), this.#byHand()]);
    this.ownText ??= new OwnText(this.shell.root, hand.page);
    this.ownText.open(text);
  }

  /** Gradio fetches the form. @returns {any[]} with a ticket for the run that begins */
  begin() {
    this.stream = Promise.withResolvers();
    return this.form.inputs(this.live.begin()[0]);
  }

  /** Gradio fetches the runs that are asked for together. @returns {[string]} with a ticket for each */
  beginLanes() {
    const { asked, alone } = this.together;
    this.stream = Promise.withResolvers();
    if (asked.some(({ seat }) => seat === null)) this.form.send();
    const tickets = this.live.begin(asked.map(({ seat }) => seat));
    const runs = asked.map(({ run: { prompt, system, thinking, seed, settings, steering = "", branch } }, at) => ({ prompt, system, thinking, seed, ...settings, steering, ticket: tickets[at], ...(branch && { branch: JSON.stringify(branch) }) }));
    return [JSON.stringify({ alone, runs })];
  }

  /** The stream of the run is over. */
  over() {
    this.stream.resolve();
    this.live.over();
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

  /** @param {string} way of writing, whose own defaults the form takes */
  async #wayChosen(way) {
    const own = await this.engine.server.way_defaults(way).catch(() => undefined);
    if (!own || this.knobs.values.way !== way) return;
    this.knobs.values = own;
    this.form.edited();
  }

  /** @param {import("./address.js").Value[]} own settings of the checkpoint, in the order of the table */
  #ready(own) {
    this.knobs.setOwn(Object.fromEntries(this.table.map(({ name }, at) => [name, own[at]])));
  }

  /** What this browser keeps is read once the page stands. */
  library() {
    this.kept ??= painted().then(async () => {
      const { Library } = await import("./library.js");
      const library = new Library(this.shelf);
      await library.load();
      return library;
    });
    this.kept.catch(() => (this.kept = null)); // its script did not come; the next one who asks tries again
    return this.kept;
  }

  /** @param {import("./shelf.js").Exhibit} exhibit whose settings the form takes, but neither prompt nor seed */
  async #use(exhibit) {
    const header = exhibit.about?.header ?? (await this.shelf.read(exhibit)).header;
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

  /**
   * Makes the run of an address again.
   *
   * @param {import("./address.js").OwnRun} run
   * @returns {string} for the reader
   */
  #remake(run) {
    this.form.fill(run);
    if (this.ask.busy) return "A run is going on; press Generate after it to make the run of this address again.";
    const beside = this.lanes.taken();
    if (beside.length > 0) this.#makeLanes([{ run, seat: null }, ...beside], false);
    else this.generate();
    if (!this.ask.busy) return ""; // it cannot be made, and that has been said
    return "The run of this address is made again from its seed; it begins when the model is ready.";
  }

  /** @returns {import("./live.js").Show} how a run that streams is shown; one that the reader has left grows unseen */
  #following() {
    const { player } = this;
    return {
      started: (recording, exhibit, seat) => {
        if (seat !== null && seat === player.recording) return this.#madeAgain(recording, exhibit);
        if (seat !== null) return this.lanes.started(recording, exhibit, seat);
        this.sharing.started(recording);
        const run = ownRun(recording.header, this.table, Infinity);
        if (run) this.form.adopt(run);
      },
      grown: (recording) => {
        if (player.lanes.includes(recording)) player.grow();
      },
      ended: (recording, last) => {
        if (last) setTimeout(() => this.lanes.next());
        const { following } = player.clock;
        if (!player.lanes.some(({ live }) => live)) player.finish();
        if (recording !== null && player.others.includes(recording)) return player.compare(player.others);
        if (recording === null || recording !== player.recording) return;
        player.grow();
        this.sharing.ended(recording, following);
      },
      told: (seat, sentence) => this.lanes.told(seat, sentence),
      repaired: (partial, whole) => {
        if (partial === player.recording) player.replace(whole);
        else if (player.others.includes(partial)) this.lanes.replaced(partial, whole);
      },
    };
  }

  /**
   * The first of several lanes has been made again; the form keeps what the reader has written into it.
   *
   * @param {Recording} recording
   * @param {import("./shelf.js").Exhibit} exhibit
   */
  #madeAgain(recording, exhibit) {
    this.sharing.leave();
    this.shelf.select(exhibit);
    this.player.show(recording, -1);
    this.sharing.rest();
  }

  /** @param {HTMLElement} root */
  #modes(root) {
    const { modes } = this.shell;
    const tabs = /** @type {NodeListOf<HTMLElement>} */ (modes.querySelectorAll("button"));
    const show = () => {
      const { mode } = this.player.views;
      root.dataset.mode = mode;
      for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.mode === mode));
    };
    this.player.addEventListener("looks", show);
    modes.onclick = (event) => this.setMode(/** @type {HTMLElement} */ (event.target).dataset.mode ?? this.player.views.mode);
    show();
  }

  /** Ends the run that goes on, and makes none of those that wait for it. */
  #stop() {
    this.lanes.stop();
    this.live.stop();
  }

  /**
   * The race is fetched when the reader first compares.
   *
   * @param {(error: unknown) => void} say
   */
  #offerRace(say) {
    const { player, lanes, table, engine: { server } } = this;
    const racing = {
      player,
      lanes,
      server,
      say,
      copy: () => this.copySettings(),
      base: () => player.recording && ownRun(player.recording.header, table),
      own: (/** @type {import("./address.js").Value[]} */ defaults) => {
        const settings = Object.fromEntries(table.map(({ name }, at) => [name, defaults[at]]));
        return /** @type {import("./address.js").OwnRun} */ ({ kind: "own", ...this.form.values, system: "", thinking: false, settings, model: "", revision: "", source: "" });
      },
      begin: (/** @type {import("./address.js").OwnRun} */ run) => {
        if (this.ask.busy) say("A run is going on; race when it has ended.");
        else this.#remake(run);
        return this.ask.busy && this.ask.said === "";
      },
    };
    const compares = () => {
      if (player.views.mode !== "compare") return;
      player.removeEventListener("looks", compares);
      import("./race.js").then(({ Race }) => new Race(player.view.comparing, racing), (error) => {
        player.addEventListener("looks", compares); // its script did not come; the next change of mode tries again
        say(error);
      });
    };
    player.addEventListener("looks", compares);
  }

  /** Offers the settings of the run that is shown, or of a lane, for use elsewhere. */
  async copySettings() {
    const shown = () => {
      const { recording } = this.player;
      const lanes = this.lanes.shown().filter(({ recording }) => recording.frames.length > 0);
      return lanes.length > 0 || recording === null ? lanes : [{ recording, letter: "", title: "" }];
    };
    this.copies ??= import("./copy-settings.js").then(({ CopySettings }) => new CopySettings(this.shell.root, shown, (described) => this.engine.server.copies(described)));
    try {
      (await this.copies).open();
    } catch (error) {
      this.copies = undefined; // its script did not come
      this.ask.say(String(error));
    }
  }

  /** What the Share menu saves. @returns {import("../share/menu.js").Shown} */
  #taken() {
    const { lanes, moment, clock } = this.player;
    const sources = [this.shelf.shown, ...lanes.slice(1).map((lane) => this.lanes.entries.get(lane))];
    const runs = sources.filter((source) => source && "file" in source); // a lane that waits to be made has none
    return { runs: /** @type {import("./shelf.js").Exhibit[]} */ (runs), moment, live: lanes.some(({ live }) => live), speed: clock.speed };
  }

  /** @param {string} mode `watch`, `tune`, `compare` or `learn` */
  setMode(mode) {
    if (mode === "learn") this.learn({ lesson: 0, part: 1 });
    else this.player.views.mode = mode;
  }

  /** @param {import("./address.js").Lesson} place in the lessons, whose scripts are fetched when the first one is opened */
  async learn(place) {
    const { player, shelf, table, sharing } = this;
    try {
      const { Learn } = await import("../learn/learn.js");
      this.lesson ??= new Learn({
        player,
        shelf,
        knobs: table,
        assets: asset(""),
        make: (recording, settings) => {
          this.#fill(recording);
          this.#tune({ ...this.knobs.values, ...settings });
        },
        tune: async (exhibit) => {
          await shelf.choose(exhibit);
          this.setMode("tune");
        },
        rest: (leaves) => {
          if (leaves) sharing.leave();
          sharing.rest();
        },
        say: (error) => this.ask.say(error instanceof Error ? error.message : String(error)),
      });
      await this.lesson.open(place);
    } catch (error) {
      this.ask.say(error instanceof Error ? error.message : String(error));
    }
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
    await this.shelf.load(asset("recorded/"));
    for (const exhibit of this.shelf.exhibits) if (exhibit.card) this.ask.addCard(exhibit.card, exhibit.title, () => this.shelf.choose(exhibit));
    await this.sharing.open();
    this.library().catch(() => {});
    if (this.player.recording && this.form.source === null) this.#fill(this.player.recording);
    const [first] = this.shelf.exhibits;
    if (first?.recording === null) first.file().catch(() => {}); // it is preloaded; browsers warn of what is preloaded in vain
  }
}
