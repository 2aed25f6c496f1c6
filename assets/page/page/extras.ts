/** Parts of the page that most visits do without. Their scripts are fetched when they are first wanted. */

import { once } from "../dom/once.ts";
import { addStyle } from "../dom/style.ts";
import { OWN_RULE } from "../rules/own-rule.ts";
import { modelName } from "../run/sentences.ts";
import { specOf } from "../run/spec.ts";
import { withEdit } from "../run/steering.ts";
import { addressedSpec } from "./address.ts";
import { openHall } from "./open-hall.ts";
import type { Judged, OftenActions, PairActions } from "../player/actions.ts";
import type { Value } from "../rules/knobs.ts";
import type { Sweep } from "../run/marks.ts";
import type { About } from "../run/prompt-words.ts";
import type { Recording } from "../run/recording.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Edit } from "../run/spec-schema.ts";
import type { Shown } from "../share/maker.ts";
import type { Lesson } from "./address.ts";
import type { Game } from "./game-address.ts";
import type { Hand } from "./hand.ts";
import type { RuleEditor } from "./own-rule.ts";
import type { Page } from "./page.ts";
import type { Hall, Lessons, Rooms } from "./rooms.ts";
import type { RunItem } from "./run-list.ts";
import type { Studies } from "./studies.ts";

const NO_SERVER = "This address leads to what a server keeps, and this page has none; open it where you got it from.";

/** Waits until the browser has painted and has time. */
const painted = () =>
  new Promise((give) => {
    requestAnimationFrame(() => requestIdleCallback(give, { timeout: 500 }));
    setTimeout(give, 2000); // a page in the background is not painted
  });

export class Extras {
  /** Runs with many seeds, once they are asked for. */
  studies: Studies | null = null;
  /** The lessons, once one has been opened. */
  lesson: Lessons | null = null;
  /** What the reader does by hand, once the reader has. */
  steered: Hand | null = null;
  editor: RuleEditor | null = null;
  /** The hall in which this page presents or watches. */
  hall: Hall | null = null;
  /** Has a prompt led nowhere yet? */
  ledOn = false;

  constructor(
    public page: Page,
    public rooms: Rooms,
  ) {}

  /** Lets others follow what this page shows. */
  async present() {
    if (this.hall !== null && !this.hall.over.signal.aborted) return this.hall.dialog?.showModal();
    const hall = (this.hall = await this.rooms.present(this.page));
    this.page.shell.shareMenu.hidePopover();
    hall.dialog.showModal();
  }

  /** Goes on with the hall that this tab had open before it was loaded again. */
  async presentAgain() {
    if (!this.page.served || this.page.sharing.bound || openHall() === null) return;
    this.hall = await this.rooms.present(this.page);
  }

  /**
   * Shows what the address names that others present.
   *
   * @param kind `watch` or `published`
   * @param name the token of a hall, or the id of a published run
   */
  async join(kind: string, name: string) {
    if (!this.page.served) throw new Error(NO_SERVER);
    if (kind === "watch") {
      this.hall = await this.rooms.watch(this.page, name);
      return;
    }
    const answer = await fetch(`p/${name}.trace`);
    if (!answer.ok)
      throw new Error((await answer.json().catch(() => ({}))).detail ?? "This server keeps no published runs.");
    await this.page.runList.open(new File([await answer.arrayBuffer()], `${name}.trace`));
  }

  /** What this browser keeps is read once the page stands. */
  library = once(async () => {
    await painted();
    const { Library } = await import("./library.ts");
    const library = new Library(this.page.runList, this.page.strangers);
    await library.load();
    return library;
  });

  /** What a first visit begins with; it waits for its styles. */
  opening = once(async () => {
    const [{ Opening }] = await Promise.all([import("./opening.ts"), addStyle("opening")]);
    return new Opening(this.page);
  });

  #waysOn = once(async () => {
    const { WaysOn } = await import("./ways-on.ts");
    const { prompt, waysOn, generate } = this.page.ask;
    return new WaysOn(prompt, waysOn, generate, () => {
      const { which } = this.page.form;
      return (which?.others ?? []).map(({ name }) => ({ name: modelName(name), ask: () => which?.choose(name) }));
    });
  });

  /** @param about a prompt that leads nowhere; null for others */
  async leadOn(about: About | null) {
    if (about === null && !this.ledOn) return;
    this.ledOn = true;
    (await this.#waysOn()).show(about);
  }

  help = once(async () => (await import("./help.ts")).buildHelp(this.page.root, this.page.looks, this.page));

  /** What makes many runs. */
  study = once(async () => {
    const { Studies } = await import("./studies.ts");
    const { engine, player, runList, table } = this.page;
    this.studies = new Studies({
      knobs: table,
      engine,
      base: () => {
        const { header } = player.recording ?? {};
        const branches = header?.spec?.branch; // its beginning is that of the run that it comes from
        return header && !branches ? addressedSpec(header, table) : null;
      },
      open: async (file) => {
        await runList.open(file);
        player.view.root.scrollIntoView({ block: "start" });
      },
      adopt: (settings) => {
        this.page.adopt(settings);
        this.page.setMode("tune");
      },
    });
    return this.studies;
  });

  /** Sweeps that come with the embedded model. */
  #sweeps: () => Promise<Sweep[]> = once(async () => {
    const { held, assets } = this.page;
    if (held) return []; // a page of one file holds none
    const answer = await fetch(new URL("figures/sweeps.json", assets));
    if (!answer.ok) throw new Error("The measured marks cannot be read from the server.");
    return answer.json();
  });

  /** @returns once the model has been ready */
  async measured(prompt: string): ReturnType<OftenActions["measured"]> {
    const { engine, model, say } = this.page;
    await model.once.promise;
    const [card, sweeps] = await Promise.all([
      engine.call("card", prompt).catch(() => ({})),
      this.#sweeps().catch((error) => {
        say(error);
        return [];
      }),
    ]);
    return { card, sweeps };
  }

  async judges({ prompt, settings }: Judged): Promise<boolean> {
    const { engine, served } = this.page;
    const [about, { hasRule }] = await Promise.all([
      engine.call("about_prompt", prompt),
      import("../rules/measures.ts"),
    ]);
    return about?.kind === undefined || hasRule(about, served && settings.sampler !== OWN_RULE);
  }

  /** Many runs that are in sight, in the words of an address; "" for none. */
  get studied() {
    const open = this.page.player.views.deck.detail === "often";
    return (open && this.studies?.words) || "";
  }

  /** @param text of an address, which asks for many runs */
  async offer(text: string) {
    if (text === "" || text === this.studied) return;
    const [{ decodeStudy }, studies] = await Promise.all([import("./study-address.ts"), this.study()]);
    const { request, complaint } = decodeStudy(text, this.page.table);
    studies.offer(request, complaint);
    await this.page.player.views.deck.reveal("often");
  }

  /** What the reader does to a run by hand. */
  hand = once(async () => {
    const { Hand } = await import("./hand.ts");
    const { player, form, ask, engine, table } = this.page;
    const server = (question: object) => engine.call("own_text", JSON.stringify({ ...question, model: form.model }));
    const shown = () => player.recording && addressedSpec(player.recording.header, table);
    this.steered = new Hand({
      player,
      form,
      ask,
      server,
      shown,
      engine,
      table,
      generate: () => this.page.generate(),
      make: (spec) => this.page.making.instead(spec),
    });
    return this.steered;
  });

  /** Asks what is to change in a branch. */
  branching = once(async () => {
    const { BranchDialog } = await import("./branch-dialog.ts");
    const { root, table, knobs, engine, lanes, player } = this.page;
    return new BranchDialog(root, table, Number(knobs.seed.max), {
      tokens: async (text) => {
        const question = JSON.stringify({ kind: "tokens", text, model: player.recording?.header.model });
        const answer = await engine.call("own_text", question).catch(() => undefined);
        return answer ?? { refused: "The server does not answer; try again in a moment." };
      },
      make: (run, word) => {
        if (lanes.make([run]) && word) player.views.cells = "differing";
      },
    });
  });

  /** One word that is another: of the prompt, or in a cell. */
  get pairs(): PairActions {
    const { page } = this;
    const base = () => page.player.recording && addressedSpec(page.player.recording.header, page.table);
    return {
      prompt: () => base()?.prompt.text ?? null,
      known: async () => {
        const { model, revision } = page.player.recording?.header ?? {};
        const embedded = model === page.portable?.model && revision === page.portable?.revision;
        if (!embedded || page.held !== null) return {};
        return (await (await fetch(new URL("portable/world.json", page.assets))).json()).words.known;
      },
      pair: (prompt) => {
        const spec = base();
        if (spec) page.lanes.pair({ ...spec, prompt: { ...spec.prompt, text: prompt } });
      },
      push: () => page.player.view.branch.click(),
    };
  }

  /** The editor of a rule of the reader's own. */
  rule = once(async () => {
    const { RuleEditor } = await import("./own-rule.ts");
    const { form, player, assets } = this.page;
    const editor = new RuleEditor({
      form,
      player,
      assets,
      generate: () => this.page.generate(),
      show: () => this.page.setMode("tune"),
    });
    this.editor = editor;
    await editor.load();
    return editor;
  });

  #ownText = once(async () => {
    const [{ OwnText }, hand] = await Promise.all([import("./own-text.ts"), this.hand()]);
    return new OwnText(this.page.root, hand.page);
  });

  /** @param text with gaps, typed as the prompt; "" for none */
  async ownText(text: string) {
    (await this.#ownText()).open(text);
  }

  #settingsCode = once(async () => {
    const { SettingsCode } = await import("./settings-code.ts");
    const { player, lanes, root, table } = this.page;
    const shown = () => {
      const { recording } = player;
      const compared = lanes.shown().filter(({ recording: { frames, header } }) => frames.length > 0 && !header.source);
      return compared.length > 0 || recording === null ? compared : [{ recording, letter: "", title: "" }];
    };
    return new SettingsCode(root, shown, table);
  });

  /** Offers the settings of the run that is shown, or of a lane, for use elsewhere. */
  async settingsCode() {
    (await this.#settingsCode()).open();
  }

  /** The forms in which a run is saved. */
  shareMenu = once(async () => {
    const { ShareMenu } = await import("../share/menu.ts");
    const { shell, runList, assets, held } = this.page;
    if (this.page.publishDays > 0) {
      const { Publishing } = await import("../share/publish.ts");
      new Publishing(shell.shareMenu, () => runList.shown, this.page.publishDays);
    }
    return new ShareMenu(shell.shareMenu, () => this.#taken(), held === null ? assets : null, runList.maxMib);
  });

  /** What the Share menu saves. */
  #taken(): Shown {
    const { player, runList, lanes: lanesOf, portable } = this.page;
    const { lanes, moment, clock } = player;
    const sources = [runList.shown, ...lanes.slice(1).map((lane) => lanesOf.entries.get(lane))];
    const runs = sources.filter((source) => source && "file" in source); // a lane that waits to be made has none
    return {
      runs: runs as RunItem[],
      moment,
      live: lanes.some(({ live }) => live),
      speed: clock.speed,
      lesson: this.lesson?.taken ?? null,
      served: this.page.served,
      address: this.page.held === null ? this.page.sharing.address : "",
      portable: lanes.every(({ header }) => header.model === portable?.model && header.revision === portable?.revision),
    };
  }

  /** The same prompt, written in several ways. */
  race = once(async () => {
    const { Race } = await import("./race.ts");
    const { player, lanes, table, ask, form, making, say, engine, model, served, runList } = this.page;
    return new Race(player.panels.lanes.room, {
      runList,
      served,
      player,
      lanes,
      engine,
      model,
      say,
      code: () => this.settingsCode().catch(say),
      studied: () => this.studies?.all ?? [],
      base: () => player.recording && addressedSpec(player.recording.header, table),
      own: (defaults: Value[]) => {
        const settings = Object.fromEntries(table.map(({ name }, at) => [name, defaults[at]]));
        const prompt = { ...form.spec.prompt, system: "", thinking: false };
        return { ...form.spec, prompt, settings, sampler_source: "" };
      },
      form: () => form.spec,
      begin: (spec: RunSpec) => {
        if (ask.busy) ask.meanwhile("A run is going on; race when it has ended.");
        else making.again(spec);
        return ask.busy && ask.sentence === "";
      },
    });
  });

  #lessons = once(async () => {
    const { player, runList, table, sharing, assets, say, engine, looksInside } = this.page;
    this.lesson = await this.rooms.lessons({
      player,
      runList,
      knobs: table,
      assets,
      make: (recording, settings) => this.page.makeLike(recording, settings),
      play: (game) => this.play(game).catch(say),
      branch: (recording, moment, edit) =>
        this.#branchInLesson(recording, moment, edit).catch((error) => (say(error), false)),
      ask: looksInside ? (name, request) => engine.call(name, request) : null,
      leave: async (mode, item) => {
        await runList.choose(item);
        this.page.setMode(mode);
      },
      rest: (leaves) => {
        if (leaves) sharing.leave();
        sharing.rest();
      },
      say,
    });
    return this.lesson;
  });

  /**
   * Goes on from a moment of a lesson's run with cells changed, beside it.
   *
   * @returns false if it could not begin
   */
  async #branchInLesson(recording: Recording, moment: number, edit: Edit): Promise<boolean> {
    const { branchOf } = await import("./branching.ts");
    const spec = specOf(recording.header, this.page.table);
    if (spec === null) return false;
    const run = branchOf(recording, moment, { ...spec, ...withEdit(spec, edit) }, "");
    if (typeof run === "string") throw new Error(run);
    return this.page.lanes.make([run], false, "learn");
  }

  /** @param place in the lessons */
  async learn(place: Lesson) {
    await (await this.#lessons()).open(place);
  }

  #game = once(async () => {
    const lessons = this.#lessons();
    const game = await this.rooms.game(lessons);
    return ((await lessons).game = game);
  });

  /** @param game of five canvases; null to choose its rule */
  async play(game: Game | null) {
    await (await this.#game()).open(game);
  }
}
