/** Parts of plugins: each has a script of its own, imported when the part is first wanted. `places.ts` says what they are. */

import { recall } from "../dom/memory.ts";
import { once } from "../dom/once.ts";
import { Mounted, PartPanel, failed, pillOf } from "./mounted.tsx";
import type { VNode } from "preact";
import type { Listening } from "../dom/elements.ts";
import type { CostsShown, PositionShown } from "../player/actions.ts";
import type { LatePanel, Panels, Reader } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";
import type { Reader as RunReader } from "../run/run-files.ts";
import type { Saving } from "../share/maker.ts";
import type { Engine } from "../engine/server.ts";
import type {
  AnyContext,
  CompareContext,
  Mode,
  ModelsState,
  Opening,
  Part,
  PartContext,
  PartScript,
  PromptContext,
  Prompted,
  SamplerContext,
  WrittenSampler,
} from "./places.ts";

/** @returns the name of its tab among the details */
const tabOf = ({ plugin }: Part) => `part-${plugin}`;

/** @returns the place of a part, at the end of what holds several */
function placeIn(root: HTMLElement, { plugin }: Part): HTMLElement {
  const place = document.createElement("div");
  place.dataset.part = plugin;
  root.append(place);
  return place;
}

/** What parts know in each place that they fill beside the page. */
interface Filled {
  share: {};
  forms: Saving;
  race: {};
  compare: Pick<CompareContext, "race">;
  lanes: Listening;
  cost: CostsShown;
  position: PositionShown;
}

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
    private page: AnyContext["page"],
    held?: Record<string, PartScript>,
  ) {
    const fetched = async ({ plugin, script }: Part): Promise<PartScript> =>
      held ? (held[plugin] ?? {}) : import(new URL(script, folder).href);
    this.#scripts = new Map(parts.map((part) => [part, once(() => fetched(part))]));
  }

  #context({ config = {} }: Part): AnyContext {
    return { config, page: this.page };
  }

  #script = (part: Part) => (this.#scripts.get(part) as () => Promise<PartScript>)();

  /** @returns the panels for the end of the tray, or of the settings */
  panels(place: "tray" | "tune"): Panels {
    const wanted = () => this.page.player.views.mode === "tune";
    const made = (part: Part): [string, LatePanel] => {
      const { plugin, processor, tray: title } = part;
      const holds = ({ header: { spec } }: Recording) => !processor || processor in (spec.processors ?? {});
      const fetch = async () => {
        const mount = (await this.#script(part))[place] as NonNullable<PartScript["tray"]>;
        const context = this.#context(part);
        return class extends PartPanel {
          constructor(root: HTMLElement, reader: Reader) {
            super(root, reader, mount, context);
          }
        };
      };
      return [place === "tray" ? tabOf(part) : `${place}-${plugin}`, { place, title, holds, wanted, fetch }];
    };
    return Object.fromEntries(this.parts.filter((part) => part[place]).map(made));
  }

  /** @returns what the page calls a processor of logits */
  titleOf = (name: string): string => this.parts.find(({ processor }) => processor === name)?.tune ?? name;

  /** @param root gets an element for each part @param more of its context */
  async fill<Name extends keyof Filled>(root: HTMLElement, name: Name, more: Filled[Name]) {
    const filling = this.parts.filter((part) => part[name]);
    for (const part of filling) this.#script(part).catch(() => {}); // they come together; below each says if it failed
    for (const part of filling) {
      const place = placeIn(root, part);
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

  /** @returns of what addresses may hold for parts, what is in sight: of a tab that is open, or of runs that are compared */
  inSight(texts: Record<string, string>): Record<string, string> {
    const { mode, deck } = this.page.player.views;
    const seen = this.parts.filter((part) => (part.tray ? deck.detail === tabOf(part) : mode === "compare"));
    return Object.fromEntries(seen.flatMap(({ beside = "" }) => (texts[beside] ? [[beside, texts[beside]]] : [])));
  }

  /** Opens the tab that an address holds something for. */
  async reveal(texts: Record<string, string>) {
    const { deck } = this.page.player.views;
    const part = this.parts.find(({ tray, beside = "" }) => tray && texts[beside]);
    if (part && deck.detail !== tabOf(part)) await deck.reveal(tabOf(part));
  }

  /** @returns for above the settings in Tune: what leads to tabs that help to choose them */
  invitations = (): VNode[] =>
    this.parts.flatMap((part) => {
      if (!part.invite) return [];
      const open = () => this.page.player.views.reveal(tabOf(part));
      return pillOf(part, part.invite, `Open “${part.tray}” among the details`, open);
    });

  /** @returns for beside the prompt */
  asking = (): VNode[] =>
    this.parts.flatMap((part) => (part.ask ? pillOf(part, ...part.ask, () => this.#ask(part, "")) : []));

  /** @returns does a part take this prompt, in place of a run? */
  takes(prompt: string): boolean {
    const part = this.parts.find(({ takes }) => takes && new RegExp(takes).test(prompt));
    if (part) this.#ask(part, prompt);
    return part !== undefined;
  }

  #ask = (part: Part, prompt: string) =>
    this.#script(part)
      .then(({ ask }) => ask?.(prompt, this.#context(part)))
      .catch(this.page.say);

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
      const [mine, buttons] = [place, around.buttons].map((root) => placeIn(root, part));
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
      const place = placeIn(around, part);
      if (models) choosers.push(new Mounted(place, models, this.#context(part)));
    }
    return choosers;
  }

  /** @returns the engine in the page, of the part that has one */
  async engine(): Promise<Engine> {
    const part = this.parts.find(({ engine }) => engine) as Part;
    const { engine } = await this.#script(part);
    return (engine as NonNullable<PartScript["engine"]>)(this.#context(part));
  }

  /** @returns the words that a model knows, by their kinds, as far as a part beside the prompt has them */
  async known(model: string): Promise<Record<string, string[]>> {
    for (const part of this.parts.filter(({ prompt }) => prompt)) {
      const { known } = await this.#script(part);
      if (known) return known(model, this.#context(part));
    }
    return {};
  }

  /**
   * @param name of a sampler that the reader writes
   * @param place below the menu of samplers
   */
  async sampler(
    name: string,
    place: HTMLElement,
    around: Omit<SamplerContext, keyof PartContext>,
  ): Promise<WrittenSampler> {
    const part = this.parts.find(({ samplers = {} }) => Object.hasOwn(samplers, name)) as Part;
    const { sampler } = await this.#script(part);
    return (sampler as NonNullable<PartScript["sampler"]>)(place, { ...this.#context(part), ...around });
  }

  /** Does one play something to a reader whom this browser does not know? */
  get hasOpening(): boolean {
    return this.parts.some(({ opening }) => opening);
  }

  /** @returns what it plays */
  opening = once(async (): Promise<Opening> => {
    const part = this.parts.find(({ opening }) => opening) as Part;
    const { opening } = await this.#script(part);
    return (opening as NonNullable<PartScript["opening"]>)(this.#context(part));
  });

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
