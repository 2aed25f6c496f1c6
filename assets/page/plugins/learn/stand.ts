/** What stands around the blocks of a lesson. */

import type { Player } from "../../player/player.ts";
import type { Recording } from "../../run/recording.ts";
import type { Verdict } from "./answers.ts";
import type { Place } from "./lesson.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Stand extends Pick<Surroundings, "knobs" | "make" | "branch" | "ask"> {
  player: Player;
  /** The run that a block speaks of, as it is now: it may be put away and read again. */
  recording: () => Recording;
  /** Is the part of the block the one that is read? */
  open: () => boolean;
  /** Brings the player there. */
  go: (place: Place) => void;
  /** Frames cells, as kept, or as the answer. */
  mark: (positions: Iterable<number>) => void;
  /** A question has been answered. */
  tell: (verdict: Verdict) => void;
  /** The answer is taken back: the question is open once more. */
  again: () => void;
}

export type Around<Block> = Stand & { block: Block };
