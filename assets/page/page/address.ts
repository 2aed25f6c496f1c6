/**
 * The part of the page's address after `#`, which says what is shown: the run, the step, the chosen positions, the looks.
 * Only what differs from the defaults is in it; own-run.js has the words of a run. It stands after `#` and not in the query
 * for three reasons: a prompt never reaches a server's log or its limit on addresses, what the query holds for others
 * (`?__theme=dark`) stays, and a page around this one that hands its address on, as that of a Space does, hands this part on
 * too.
 */

import type { Looks } from "../player/looks.ts";
import type { OwnRun, RecordedRun } from "../run/request.ts";
import type { Knob } from "../rules/knobs.ts";
import { FIGURES } from "../cells/shading.ts";
import { MOST_LANES, placeOf } from "../run/lanes.ts";
import { NAMES } from "../run/status.ts";
import { decodeGame, gameAddress } from "./game-address.ts";
import { UNITS } from "../words/units.ts";
import { MOST_PROMPT, decodeRun, runWords } from "./own-run.ts";
import { Reader } from "./reader.ts";
import type { Game } from "./game-address.ts";
import type { Header, Recording } from "../run/recording.ts";

/** What a run was asked for. */
export type RunRequest = Pick<
  Header,
  | "prompt"
  | "system"
  | "thinking"
  | "image_sha256"
  | "seed"
  | "settings"
  | "model"
  | "revision"
  | "way"
  | "spec"
  | "source"
>;
export type Run = RecordedRun | OwnRun;
/** Both counted from 1; step 0 is the block's noise. */
type Place = { block: number; step: number };
/** By its number; parts count from 1. Part 1 of lesson 0 is the path of all lessons, part 2 what the reader guessed. */
export type Lesson = { lesson: number; part: number };
/**
 * `rival` names who answers beside the runs, and `study` describes many runs (study-address.js); "" for none. No
 * address holds what came of them
 */
export type State = Looks & {
  lesson: Lesson | null;
  game: Game | null;
  run: Run | null;
  lanes: Run[];
  rival: string;
  study: string;
  place: Place | null;
  position: number | null;
  compared: number | null;
};

export const NO_LINK = `A link holds a prompt, a text to start from and the runs that this one branches from, of at most ${MOST_PROMPT} characters together, and no picture; save the trace of this run instead.`;

/** What each look may be, the default first; `only` has no default. */
const LOOKS = {
  mode: ["watch", "tune", "compare", "learn"],
  layer: ["sampled", "input", "argmax"],
  figure: FIGURES,
  shape: ["grid", "text"],
  unit: UNITS,
  by: ["passes", "work", "seconds"],
  cells: ["all", "differing"],
};
const STATUSES = NAMES.map((name) => name.replace(" ", "-"));

/** How the looks are called in an address. */
const CALLED: Record<keyof typeof LOOKS, string> = {
  mode: "mode",
  layer: "layer",
  figure: "colour",
  shape: "view",
  unit: "unit",
  by: "by",
  cells: "cells",
};

/** @returns without the `#`; the same state always gives the same text */
export function encode(
  { lesson, game, run, lanes, rival, study, place, position, compared, only, ...looks }: State,
  knobs: Knob[],
): string {
  if (game !== null) return new URLSearchParams(gameAddress(game)).toString();
  if (lesson !== null) {
    const [number, part] = [String(lesson.lesson), String(lesson.part)];
    if (lesson.lesson > 0) return new URLSearchParams({ lesson: number, part }).toString();
    return lesson.part === 1 ? "mode=learn" : new URLSearchParams({ mode: "learn", part }).toString();
  }
  const words = new URLSearchParams(runWords(run, knobs));
  for (const lane of lanes) words.append("lane", new URLSearchParams(runWords(lane, knobs)).toString());
  if (rival !== "") words.set("rival", rival);
  if (study !== "") words.set("study", study);
  if (place) {
    words.set("block", String(place.block));
    words.set("step", String(place.step));
  }
  if (position !== null) words.set("position", String(position));
  if (position !== null && compared !== null) words.set("compared", String(compared));
  for (const [look, [usual]] of Object.entries(LOOKS)) {
    const value = looks[look as keyof typeof LOOKS];
    if (value !== usual) words.set(CALLED[look as keyof typeof LOOKS], value);
  }
  if (only !== null) words.set("only", STATUSES[only]);
  return words.toString();
}

/**
 * Never fails: a value that is not allowed is left out, and a run with one is not made; each time a sentence says so.
 *
 * @param hash with or without its `#`
 */
export function decode(hash: string, knobs: Knob[]): { state: State; complaints: string[] } {
  const complaints: string[] = [];
  const reader = new Reader(hash.replace(/^#/, ""), complaints);
  const lesson = reader.count("lesson");
  const part = reader.count("part");
  const game = decodeGame(reader);
  const lanes = reader.all("lane").slice(0, MOST_LANES - 1);
  const [rival, study] = [reader.take("rival") ?? "", reader.take("study") ?? ""];
  const run = decodeRun(reader, knobs);
  const [block, step, position, compared] = [
    reader.count("block"),
    reader.count("step", 0),
    reader.count("position", 0),
    reader.count("compared", 0),
  ];
  const looks = Object.entries(LOOKS).map(([look, allowed]) => {
    return [look, reader.oneOf(CALLED[look as keyof typeof LOOKS], allowed) ?? allowed[0]];
  });
  const only = reader.oneOf("only", STATUSES);
  const { mode } = Object.fromEntries(looks);
  reader.end();
  return {
    state: {
      lesson: lesson !== null ? { lesson, part: part ?? 1 } : mode === "learn" ? { lesson: 0, part: part ?? 1 } : null,
      game,
      run,
      lanes: lanes.flatMap((lane) => {
        const read = decode(lane, knobs);
        complaints.push(...read.complaints);
        return read.state.run ?? [];
      }),
      rival,
      study,
      place: step === null ? null : { block: block ?? 1, step },
      position,
      compared: position === null ? null : compared,
      ...(Object.fromEntries(looks) as Looks),
      only: only === null ? null : STATUSES.indexOf(only),
    },
    complaints,
  };
}

/**
 * @param recording has at least one step
 * @returns its place in `moments`; that of the last one before it if the run has no such step
 */
export function momentAt(recording: Recording, { block, step }: Place): number {
  const places = recording.moments.map((_, moment) => placeOf(recording, moment));
  return Math.max(
    places.findLastIndex((place) => place.block < block || (place.block === block && place.step <= step)),
    0,
  );
}

/** @returns one sentence for the reader, empty if there is nothing to say */
export function complaint(complaints: string[]): string {
  const [first, ...others] = complaints;
  if (others.length === 0) return first ?? "";
  return `${first} (${others.length} more of its values ${others.length === 1 ? "is" : "are"} left out.)`;
}
