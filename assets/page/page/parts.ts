/**
 * Parts of plugins: each has a script of its own, imported when the part is first wanted. What it exports is named after
 * the places that it fills; `playground/hooks.py` lists them.
 */

import { element, messageOf } from "../dom/elements.ts";
import { recall } from "../dom/memory.ts";
import { once } from "../dom/once.ts";
import type { CostsShown } from "../player/actions.ts";
import type { LatePanel, Panel, Panels } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";
import type { Reader as RunReader, ReadRun } from "../run/run-files.ts";
import type { Form, Saving } from "../share/maker.ts";
import type { OneModel } from "./model.ts";
import type { Page } from "./page.ts";
import type { Reader } from "./reader.ts";

/** As playground/server/files.py writes it. */
export type Part = {
  plugin: string;
  script: string;
  tray?: string;
  share?: boolean;
  models?: boolean;
  forms?: boolean;
  cost?: boolean;
  requests?: boolean;
  prompt?: boolean;
  compare?: boolean;
  beside?: string;
  kinds?: string[];
  mode?: string;
  words?: string[];
  reads?: string[];
  remembers?: string;
  config?: Record<string, unknown>;
};

/** What a plugin's script knows of the page, wherever it stands. */
export interface PartContext {
  /** What its part in Python says. */
  readonly config: Record<string, any>;
  /** Parts of the page, for scripts that are built with it. */
  readonly page: Around;
}
/** What it knows among the details. */
export interface TrayContext extends PartContext {
  /** The run that is shown. */
  readonly recording: Recording;
  /** The step that is shown, from 0 over all parts; -1 is the noise. */
  readonly step: number;
  /** The position that the reader has chosen, or none. */
  readonly chosen: number | null;
  /** Calls back after each change of these; what it returns ends that. */
  listen(call: () => void): () => void;
}
/** The models that the server holds. */
export interface ModelsState {
  /** The first one is for runs that name none. */
  readonly models: OneModel[];
  /** Has the form take the settings of one. */
  take: (model: OneModel) => void;
}
/** What it knows where the reader chooses one of several models, with `form.which` of the page. */
export interface ModelsContext extends PartContext, ModelsState {
  /** Calls back after each change of the models; what it returns ends that. */
  listen(call: () => void): () => void;
}
/** What it knows in the Cost panel. */
export type CostContext = PartContext & CostsShown;
/** What it knows beside the prompt. */
export interface PromptContext extends PartContext, Prompted {
  /** The prompt's field; whoever changes its text sends it an `input` event. */
  readonly field: HTMLTextAreaElement;
  /** What makes a run of it. */
  readonly generate: HTMLElement;
  /** For buttons among those of the field. */
  readonly buttons: HTMLElement;
  /** Turns to another model. */
  choose(model: string): void;
  /** Calls back after each change; what it returns ends that. */
  listen(call: () => void): () => void;
}
type Prompted = {
  /** What stands in the field. */
  readonly prompt: string;
  /** Is it that of the run that is shown? */
  readonly made: boolean;
  /** The model that is asked; "" where there is only one. */
  readonly model: string;
  /** Those that could be asked instead. */
  readonly others: string[];
};
/** What it knows among the offers of Compare. */
export interface CompareContext extends PartContext {
  /** Races on this prompt, with the model's own settings. */
  race(prompt: string): Promise<void>;
}
/** What it knows in the Share menu, among the forms in which that saves what is shown. */
export type FormsContext = PartContext & Saving;
/** What a mode knows. */
export interface ModeContext extends PartContext {
  readonly page: Around & Pick<Page, "looksInside" | "makeLike" | "setMode" | "table">;
}
export type Around = Pick<
  Page,
  | "assets"
  | "engine"
  | "form"
  | "held"
  | "lanes"
  | "parts"
  | "player"
  | "root"
  | "runList"
  | "say"
  | "served"
  | "sharing"
  | "shell"
>;

/**
 * A mode of its own, made when it is first wanted. It chooses what the player shows, and puts beside it what it likes;
 * while it does, the mode of the player's views is the plugin's name. When that becomes another, it takes all away.
 */
export interface Mode {
  /** Its button was pressed, perhaps while it is there. */
  choose(): Promise<void>;
  /**
   * Takes its words from an address.
   *
   * @param reader complains of what is not allowed
   * @returns what shows the rest; null for nothing
   */
  read(reader: Reader): (() => Promise<void>) | null;
  /** The address of what it shows; null where the address of the run says all. */
  readonly address: Record<string, string> | null;
  /** What the Share menu saves of it now; null for nothing. */
  readonly form: Form | null;
}

/** What a script exports, some of it. What fills an element returns what takes all of it away. */
export interface PartScript {
  tray?(place: HTMLElement, context: TrayContext): () => void;
  share?(place: HTMLElement, context: PartContext): () => void;
  models?(place: HTMLElement, context: ModelsContext): () => void;
  forms?(place: HTMLElement, context: FormsContext): () => void;
  cost?(place: HTMLElement, context: CostContext): () => void;
  /** Gives headers to send along with each request for runs. It is called once, when the page begins. */
  requests?(context: PartContext): () => Promise<Record<string, string>>;
  /** Among the offers of Compare. */
  compare?(place: HTMLElement, context: CompareContext): () => void;
  mode?(context: ModeContext): Mode;
  /** Below the prompt's field. */
  prompt?(place: HTMLElement, context: PromptContext): () => void;
  /** Shows what an address names: `#KIND=NAME`. */
  open?(kind: string, name: string, context: PartContext): Promise<void>;
  /** Finds the runs in a file that is no trace. @throws {TraceError} it holds none */
  read?(file: Uint8Array<ArrayBuffer>, name: string): ReadRun[];
  /** Goes on with what the tab had open before it was loaded again. */
  begin?(context: PartContext): Promise<void>;
}

const FAILED = "This part of a plugin failed; the rest of the page goes on. What went wrong: ";

/** A script's part: it is mounted with the first state that it is told, and hears of each later one. */
class Mounted<State extends object> {
  #calls = new Set<() => void>();
  #context: (PartContext & State & { listen(call: () => void): () => void }) | null = null;

  constructor(
    private root: HTMLElement,
    private mount: (place: HTMLElement, context: any) => () => void,
    private around: PartContext,
  ) {}

  update(state: State) {
    try {
      if (this.#context === null) this.#begin(state);
      else {
        Object.assign(this.#context, state);
        for (const call of this.#calls) call();
      }
    } catch (error) {
      this.#calls.clear();
      this.root.replaceChildren(failed(error));
    }
  }

  #begin(state: State) {
    const listen = (call: () => void) => {
      this.#calls.add(call);
      return () => this.#calls.delete(call);
    };
    this.#context = { ...this.around, ...state, listen };
    this.mount(this.root, this.#context);
  }
}

/** One among the details. */
class PartPanel implements Panel {
  #part: Mounted<{ recording: Recording; step: number; chosen: number | null }>;
  #recording: Recording | null = null;

  constructor(root: HTMLElement, mount: NonNullable<PartScript["tray"]>, around: PartContext) {
    this.#part = new Mounted(root, mount, around);
  }

  show(recording: Recording) {
    this.#recording = recording;
  }

  paint(step: number, chosen: number | null) {
    this.#part.update({ recording: this.#recording as Recording, step, chosen });
  }
}

const failed = (error: unknown) => element("p.tdp-hint", { role: "alert" }, FAILED + messageOf(error));

/** The parts of this page, by the places that they fill. */
export class Parts {
  #scripts: Map<Part, () => Promise<PartScript>>;
  /** That were wanted already, by the names of their plugins. */
  modes: Record<string, Mode> = {};
  #beside: Mounted<Prompted>[] = [];
  #prompted: Prompted = { prompt: "", made: false, model: "", others: [] };
  #choosers: Promise<Mounted<ModelsState>[]> | null = null;

  /**
   * @param folder of the page's files
   * @param held the scripts by their plugins, in a page of one file
   */
  constructor(
    private parts: Part[],
    folder: URL,
    private page: ModeContext["page"],
    held?: Record<string, PartScript>,
  ) {
    const fetched = async ({ plugin, script }: Part): Promise<PartScript> =>
      held ? (held[plugin] ?? {}) : import(new URL(script, folder).href);
    this.#scripts = new Map(parts.map((part) => [part, once(() => fetched(part))]));
  }

  #context({ config = {} }: Part): ModeContext {
    return { config, page: this.page };
  }

  #script = (part: Part) => (this.#scripts.get(part) as () => Promise<PartScript>)();

  /** The panels, for the end of the tray. */
  get panels(): Panels {
    return Object.fromEntries(
      this.parts.flatMap((part): [string, LatePanel][] => {
        const { plugin, tray: title } = part;
        if (!title) return [];
        const fetch = async () => {
          const { tray } = await this.#script(part);
          const context = this.#context(part);
          return class extends PartPanel {
            constructor(root: HTMLElement) {
              super(root, tray as NonNullable<PartScript["tray"]>, context);
            }
          };
        };
        return [[`part-${plugin}`, { place: "tray", title, fetch }]];
      }),
    );
  }

  /** @param menu the popover of the Share menu */
  share = (menu: HTMLElement) => this.#fill(menu, "share", {});

  /** @param menu a place in the Share menu */
  forms = (menu: HTMLElement, saving: Saving) => this.#fill(menu, "forms", saving);

  /** @param offers of Compare */
  compare = (offers: HTMLElement, more: Pick<CompareContext, "race">) => this.#fill(offers, "compare", more);

  /** @param panel a place in the Cost panel */
  cost = (panel: HTMLElement, shown: CostsShown) => this.#fill(panel, "cost", shown);

  /**
   * @param root gets an element for each part
   * @param more of its context
   */
  async #fill(root: HTMLElement, name: "share" | "forms" | "compare" | "cost", more: object) {
    for (const part of this.parts.filter((part) => part[name])) {
      const place = element("div", { "data-part": part.plugin });
      root.append(place);
      try {
        const context: any = { ...this.#context(part), ...more }; // as its place has it
        (await this.#script(part))[name]?.(place, context);
      } catch (error) {
        place.replaceChildren(failed(error));
      }
    }
  }

  /** The words under which addresses hold something for them. */
  get beside(): string[] {
    return this.parts.flatMap(({ beside }) => beside ?? []);
  }

  /** The mode in which the page is; null for one of its own, and until the script is there. */
  get current(): Mode | null {
    return this.modes[this.page.player.views.mode] ?? null;
  }

  /** @param plugin that has one */
  async mode(plugin: string): Promise<Mode> {
    const part = this.parts.find((part) => part.plugin === plugin) as Part;
    const { mode } = await this.#script(part);
    return (this.modes[plugin] ??= (mode as NonNullable<PartScript["mode"]>)(this.#context(part)));
  }

  /** @returns of an address or a query, one that a mode takes, and that plugin; null for none */
  wordOf(words: URLSearchParams): { word: string; plugin: string } | null {
    for (const { plugin, mode, words: taken = [] } of this.parts) {
      const word = taken.find((word) => words.has(word));
      if (mode && word) return { word, plugin };
      if (mode && words.get("mode") === plugin) return { word: "mode", plugin };
    }
    return null;
  }

  /**
   * @param place below the prompt's field, each part in an element of its own
   * @param around the field and what belongs to it; each part has an element among its buttons
   */
  async prompt(place: HTMLElement, around: Pick<PromptContext, "field" | "generate" | "buttons" | "choose">) {
    for (const part of this.parts.filter(({ prompt }) => prompt)) {
      const { prompt } = await this.#script(part);
      if (!prompt) continue;
      const [mine, buttons] = [place, around.buttons].map((root) => {
        const made = element("div", { "data-part": part.plugin });
        root.append(made);
        return made;
      });
      const mounted = new Mounted<Prompted>(mine, prompt, {
        ...this.#context(part),
        ...around,
        buttons,
      } as PartContext);
      this.#beside.push(mounted);
      mounted.update(this.#prompted);
    }
  }

  /** The prompt, or the models that it may be for, are other ones. */
  prompted(prompted: Prompted) {
    this.#prompted = prompted;
    for (const part of this.#beside) part.update(prompted);
  }

  /**
   * The server holds several models, or their state is another one.
   *
   * @param around each part in an element of its own
   */
  async models(around: HTMLElement, state: ModelsState) {
    this.#choosers ??= this.#chooseModels(around);
    for (const chooser of await this.#choosers) chooser.update(state);
  }

  async #chooseModels(around: HTMLElement) {
    const choosers: Mounted<ModelsState>[] = [];
    for (const part of this.parts.filter(({ models }) => models)) {
      const { models } = await this.#script(part);
      const place = element("div", { "data-part": part.plugin });
      around.append(place);
      if (models) choosers.push(new Mounted(place, models, this.#context(part)));
    }
    return choosers;
  }

  /** @returns whether a plugin shows what an address names: `#KIND=NAME` */
  opens = (kind: string): boolean => this.#partFor(kind) !== undefined;

  #partFor = (kind: string) => this.parts.find(({ kinds }) => kinds?.includes(kind));

  async join(kind: string, name: string) {
    const part = this.#partFor(kind);
    if (part) await (await this.#script(part)).open?.(kind, name, this.#context(part));
  }

  /** Endings of the files that they read, besides traces. */
  get endings(): string[] {
    return this.parts.flatMap(({ reads }) => reads ?? []);
  }

  /** Reads a file as the first part that can; what the first one says of a file that none reads is thrown. */
  get reader(): RunReader | null {
    const readers = this.parts.filter(({ reads }) => reads);
    if (readers.length === 0) return null;
    return async (file, name) => {
      const refusals: unknown[] = [];
      for (const part of readers) {
        const { read } = await this.#script(part);
        try {
          return (read as NonNullable<PartScript["read"]>)(file, name);
        } catch (error) {
          refusals.push(error);
        }
      }
      throw refusals[0];
    };
  }

  #senders = once(() => Promise.all(this.parts.filter(({ requests }) => requests).map(this.#sender)));

  /** @returns what gives the headers of a part; none if its script failed, and the runs go on without */
  #sender = async (part: Part) => {
    try {
      return (await this.#script(part)).requests?.(this.#context(part));
    } catch (error) {
      this.page.say(error);
    }
  };

  /** @returns what plugins send along with a request for runs */
  async headers(): Promise<Record<string, string>> {
    const each = await Promise.all((await this.#senders()).map((sender) => sender?.()));
    return Object.assign({}, ...each);
  }

  /** Begins what begins with the page, and goes on with what the tab had open before it was loaded again. */
  async begin() {
    await this.#senders();
    for (const part of this.parts)
      if (part.remembers && recall(part.remembers, null, "sessionStorage") !== null)
        await (await this.#script(part)).begin?.(this.#context(part));
  }
}
