/** What lessons need of the page around them, or of a file that holds them. */

import type { RunItem, RunList } from "../../page/run-list.ts";
import type { Player } from "../../player/player.ts";
import type { Knob, Value } from "../../rules/knobs.ts";
import type { Recording } from "../../run/recording.ts";
import type { Edit } from "../../run/spec-schema.ts";
import type { Game } from "./game-address.ts";

/** A function of the server, or of the engine in the browser, with its argument. */
export type AskModel = (name: string, request: string) => Promise<any>;

export interface Surroundings {
  player: Player;
  runList: Pick<RunList, "items" | "shown" | "add" | "choose" | "read">;
  knobs: Knob[];
  /** A run like this one with other settings; null where there is no model. */
  make: ((recording: Recording, settings: Record<string, Value>) => void) | null;
  /** Begins a game of five canvases, or offers its rules; null where its runs are not. */
  play: ((game: Game | null) => void) | null;
  /** Goes on from a moment of a run with cells changed, beside it, if it can begin; null where there is no model. */
  branch: ((recording: Recording, moment: number, edit: Edit) => Promise<boolean>) | null;
  /** What else the model can say; null where there is none. */
  ask: AskModel | null;
  /** Opens another mode on a run; null where there is no model. */
  leave: ((mode: string, item: RunItem) => Promise<void>) | null;
  /** Writes the address, as a new entry if the reader goes to another lesson. */
  rest: (leaves: boolean) => void;
  say: (error: unknown) => void;
}
