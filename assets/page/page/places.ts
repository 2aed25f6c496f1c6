/**
 * What scripts of plugins export for the places that they fill, and what they know there. `playground/page_part.py` says how a
 * plugin declares its part; `parts.ts` beside this mounts it.
 */

import type { Listening } from "../dom/elements.ts";
import type { Engine } from "../engine/server.ts";
import type { Maker } from "../engine/written.ts";
import type { CostsShown, PositionShown } from "../player/actions.ts";
import type { Theme } from "../cells/colour.ts";
import type { Reader } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";
import type { ReadRun } from "../run/run-files.ts";
import type { Form, Saving } from "../share/maker.ts";
import type { OneModel } from "./model.ts";
import type { Page } from "./page.ts";
import type { Reader as AddressReader } from "./reader.ts";

/** As playground/server/files.py writes it. */
export type Part = {
  plugin: string;
  script: string;
  tray?: string;
  processor?: string;
  tune?: string;
  invite?: string;
  ask?: [face: string, hint: string];
  takes?: string;
  share?: boolean;
  models?: boolean;
  engine?: boolean;
  forms?: boolean;
  cost?: boolean;
  position?: boolean;
  requests?: boolean;
  prompt?: boolean;
  race?: boolean;
  compare?: boolean;
  lanes?: boolean;
  beside?: string;
  kinds?: string[];
  mode?: string;
  words?: string[];
  reads?: string[];
  opening?: boolean;
  remembers?: string;
  samplers?: Record<string, string>;
  config?: Record<string, unknown>;
};

/** What a plugin's script knows of the page, wherever it stands. */
export interface PartContext {
  /** What its part in Python says. */
  readonly config: Record<string, any>;
  /** Parts of the page, for scripts that are built with it. */
  readonly page: Around;
}
/** What is shown where it stands among the details, or in Tune. */
export interface TrayState {
  /** The run that is shown. */
  readonly recording: Recording;
  readonly theme: Theme;
  /** Another one when the run, the theme or the reader's taste is, and when the run has grown. */
  readonly version: number;
  /** The step that is shown, from 0 over all parts; -1 is the noise. */
  readonly step: number;
  /** The position that the reader has chosen, or none. */
  readonly chosen: number | null;
  /** Loads Plotly; null if the page has none. */
  readonly plotly: Reader["plotly"];
}
/** What it knows there. */
export interface TrayContext extends PartContext, TrayState, Listening {
  readonly page: Around & Pick<Page, "adopt" | "knobs" | "model" | "setMode" | "table">;
}
/** The models that the server holds. */
export interface ModelsState {
  /** The first one is for runs that name none. */
  readonly models: OneModel[];
  /** Has the form take the settings of one. */
  take: (model: OneModel) => void;
}
/** What it knows where the reader chooses one of several models, with `form.which` of the page. */
export type ModelsContext = PartContext & ModelsState & Listening;
/** What an engine in the page knows. */
export interface EngineContext extends PartContext {
  readonly page: Around & Pick<Page, "stays">;
}
/** What it knows below the steps of the chosen position. */
export type PositionContext = PartContext & PositionShown;
/** What it knows in the Cost panel. */
export type CostContext = PartContext & CostsShown;
/** What it knows beside the prompt. */
export interface PromptContext extends PartContext, Prompted, Listening {
  readonly page: Around & Pick<Page, "controls">;
  /** The prompt's field; whoever changes its text sends it an `input` event. */
  readonly field: HTMLTextAreaElement;
  /** What makes a run of it. */
  readonly generate: HTMLElement;
  /** For buttons among those of the field. */
  readonly buttons: HTMLElement;
  /** Turns to another model. */
  choose(model: string): void;
}
/** What changes beside the prompt. */
export type Prompted = {
  /** What stands in the field. */
  readonly prompt: string;
  /** Is it that of the run that is shown? */
  readonly made: boolean;
  /** The model that is asked; "" where there is only one. */
  readonly model: string;
  /** Those that could be asked instead. */
  readonly others: string[];
};
/** What a race knows, above the figures of Compare. It has `parts.fill` fill its offers. */
export interface RaceContext extends PartContext {
  readonly page: Around & Pick<Page, "ask" | "knobs" | "making" | "model" | "table">;
}
/** What it knows among the offers of the race. */
export interface CompareContext extends PartContext {
  /** Races on this prompt, with the model's own settings. */
  race(prompt: string): Promise<void>;
}
/** What it knows below the figures of Compare; it hears of other lanes. */
export type LanesContext = Pick<TrayContext, "page"> & PartContext & Listening;
/** What it knows where it opens something beside the prompt. */
export interface AskContext extends PartContext {
  readonly page: Around & Pick<Page, "steering">;
}
/** What it knows where the reader writes a sampler, below the menu of samplers; `form.written` of the page is the text. */
export interface SamplerContext extends PartContext {
  /** The engine in this browser, with its model. */
  browser(): Promise<Engine>;
  /** Makes the run of the form. */
  generate(): void;
  /** Brings the form into sight. */
  show(): void;
}
/** A sampler that the reader writes. */
export interface WrittenSampler {
  /** Makes runs in which it decides. */
  readonly engine: Maker;
  /** Did the reader write this text, or let it run? */
  allows(text: string): boolean;
  /** Shows a text that the reader has not read, and asks. */
  ask(): void;
  /** The form may have another text, or another sampler. */
  update(): void;
}
/** What it knows in the Share menu, among the forms in which that saves what is shown. */
export type FormsContext = PartContext & Saving;
/** What a mode knows. */
export interface ModeContext extends PartContext {
  readonly page: Around & Pick<Page, "makeLike" | "setMode" | "table">;
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

/** All that a script may know of the page, at any place. */
export interface AnyContext extends PartContext {
  readonly page: EngineContext["page"] &
    ModeContext["page"] &
    TrayContext["page"] &
    AskContext["page"] &
    OpeningContext["page"] &
    RaceContext["page"];
}

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
  read(reader: AddressReader): (() => Promise<void>) | null;
  /** The address of what it shows; null where the address of the run says all. */
  readonly address: Record<string, string> | null;
  /** What the Share menu saves of it now; null for nothing. */
  readonly form: Form | null;
}

/** What plays to a first visitor, from the noise of the run that is shown. */
export interface Opening {
  play(): void;
  /** Again, whatever is shown. */
  replay(): Promise<void>;
}
export interface OpeningContext extends PartContext {
  readonly page: Around & Pick<Page, "setMode">;
}

/** What a script exports, some of it. What fills an element returns what takes all of it away. */
export interface PartScript {
  tray?(place: HTMLElement, context: TrayContext): () => void;
  tune?(place: HTMLElement, context: TrayContext): () => void;
  share?(place: HTMLElement, context: PartContext): () => void;
  models?(place: HTMLElement, context: ModelsContext): () => void;
  forms?(place: HTMLElement, context: FormsContext): () => void;
  cost?(place: HTMLElement, context: CostContext): () => void;
  position?(place: HTMLElement, context: PositionContext): () => void;
  /** Makes runs in the page; called once, when the first is wanted. Without a server it settles `page.stays`. */
  engine?(context: EngineContext): Promise<Engine>;
  /** Words that a model knows, by their kinds. A part beside the prompt may have it. */
  known?(model: string, context: PartContext): Promise<Record<string, string[]>>;
  /** Gives headers to send along with each request for runs. It is called once, when the page begins. */
  requests?(context: PartContext): () => Promise<Record<string, string>>;
  /** A race, above the figures of Compare. */
  race?(place: HTMLElement, context: RaceContext): () => void;
  /** Among the offers of the race. */
  compare?(place: HTMLElement, context: CompareContext): () => void;
  /** Below the figures of Compare. */
  lanes?(place: HTMLElement, context: LanesContext): () => void;
  mode?(context: ModeContext): Mode;
  /** Where the reader writes a sampler. It is called once, when the first of its samplers is wanted. */
  sampler?(place: HTMLElement, context: SamplerContext): Promise<WrittenSampler>;
  /** Its button beside the prompt was pressed, or it takes what stands there in place of a run; "" for nothing. */
  ask?(prompt: string, context: AskContext): Promise<void>;
  /** Below the prompt's field. */
  prompt?(place: HTMLElement, context: PromptContext): () => void;
  /** Shows what an address names: `#KIND=NAME`. */
  open?(kind: string, name: string, context: PartContext): Promise<void>;
  /** Finds the runs in a file that is no trace. @throws {TraceError} it holds none */
  read?(file: Uint8Array<ArrayBuffer>, name: string): ReadRun[];
  /** For a reader whom this browser does not know. It is called once, when it is first to play. */
  opening?(context: OpeningContext): Promise<Opening>;
  /** Goes on with what the tab had open before it was loaded again. */
  begin?(context: PartContext): Promise<void>;
}
