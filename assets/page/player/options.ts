/** What a player is given besides its run. */

import type { Recording } from "../run/recording.ts";
import type { LaneActions } from "./actions.ts";
import type { Panels, Reader } from "./panel.ts";

export interface Options {
  /** Where to listen for keys; by default the player's own element, which hears them with the focus. */
  keys?: EventTarget;
  panels: Panels;
  /** Makes a run with other settings; without it there is no button for it. */
  tune?: (settings: Record<string, number | string>) => void;
  /** Adds runs to compare with; without it there are none. */
  lanes?: LaneActions | null;
  /** The settings that the reader is about to run with. */
  form?: () => Record<string, number | string>;
  /** Adds to the costs of passes; without it they are not shown. */
  costs?: Reader["costs"];
  /** Makes a run that goes on from a moment of this one; without it there is no button for it. */
  branch?: (recording: Recording, moment: number) => void;
  /** Adds to what is said of the chosen position; without it nothing is added. */
  position?: Reader["position"];
  titleOf?: Reader["titleOf"];
  /** Loads what draws the curve; without it there is none. */
  plotly?: () => Promise<any>;
}
