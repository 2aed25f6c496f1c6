/**
 * The part of the page's address after `#`, which says what is shown: the run, the step, the chosen positions, the looks.
 * Only what differs from the defaults is in it; own-run.js has the words of a run. It stands after `#` and not in the query
 * for three reasons: a prompt never reaches a server's log or its limit on addresses, what the query holds for others
 * (`?__theme=dark`) stays, and a page around this one that hands its address on, as that of a Space does, hands this part on
 * too.
 */

import { FIGURES } from "../cells/shading.js";
import { MOST_LANES, placeOf } from "../run/lanes.js";
import { NAMES } from "../run/status.js";
import { decodeGame, gameAddress } from "../learn/game-address.js";
import { UNITS } from "../words/units.js";
import { MOST_PROMPT, decodeRun, runWords } from "./own-run.js";
import { Reader } from "./reader.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../run/recording.js").Header} Header */
/** @typedef {number | string} Value of a setting */
/**
 * @typedef {object} Knob a setting, as playground/rules/knobs.py declares it and playground/server/page.py writes it
 * @property {string} name
 * @property {string} label
 * @property {string} unit
 * @property {string} help
 * @property {[number, number, number]} slider lowest and highest value, and the step between
 * @property {boolean} logarithmic does the slider give small values more room?
 * @property {Value} value its default
 * @property {number} minimum
 * @property {number} maximum
 * @property {boolean} whole
 * @property {Record<string, string>} choices what it may be, and what that means; empty for a number
 * @property {string[]} samplers to which it belongs; empty for a setting of every run
 */
/** @typedef {{ kind: "recorded", name: string }} RecordedRun one of the server's, by the name of its file */
/**
 * @typedef {object} OwnRun all that it takes to make a run again
 * @property {"own"} kind
 * @property {string} prompt
 * @property {string} system
 * @property {boolean} thinking
 * @property {number} seed
 * @property {Record<string, Value>} settings one for each knob; those of other samplers are at their defaults
 * @property {string} model
 * @property {string} revision
 * @property {string} source hash of the sampler's code; "" where it is not known, as in older addresses
 * @property {string} [steering] what a person holds, changes or starts from in it; see steering.js
 * @property {{ run: string, parent: object, block: number, step: number }} [branch] where it goes on from another run: the server's name of that run, if it is known, its spec, and the last step that they share
 * @property {number} [stopped] the pass after which the reader stopped it; missing for a run that ended by itself
 */
/** @typedef {Pick<Header, "prompt" | "system" | "thinking" | "image_sha256" | "seed" | "settings" | "model" | "revision" | "way" | "spec" | "source">} RunRequest what a run was asked for */
/** @typedef {RecordedRun | OwnRun} Run */
/** @typedef {{ block: number, step: number }} Place both counted from 1; step 0 is the block's noise */
/** @typedef {{ mode: string, layer: string, figure: string, shape: string, unit: string, by: string, cells: string, only: number | null }} Looks */
/** @typedef {{ lesson: number, part: number }} Lesson by its number; parts count from 1. Part 1 of lesson 0 is the path of all lessons, part 2 what the reader guessed */
/** @typedef {Looks & { lesson: Lesson | null, game: import("../learn/game-address.js").Game | null, run: Run | null, lanes: Run[], rival: string, study: string, place: Place | null, position: number | null, compared: number | null }} State `rival` names who answers beside the runs, and `study` describes many runs (study-address.js); "" for none. No address holds what came of them */

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

/** How the looks are called in an address. @type {Record<keyof typeof LOOKS, string>} */
const CALLED = {
  mode: "mode",
  layer: "layer",
  figure: "colour",
  shape: "view",
  unit: "unit",
  by: "by",
  cells: "cells",
};

/**
 * @param {State} state
 * @param {Knob[]} knobs
 * @returns {string} without the `#`; the same state always gives the same text
 */
export function encode({ lesson, game, run, lanes, rival, study, place, position, compared, only, ...looks }, knobs) {
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
    const value = looks[/** @type {keyof typeof LOOKS} */ (look)];
    if (value !== usual) words.set(CALLED[/** @type {keyof typeof LOOKS} */ (look)], value);
  }
  if (only !== null) words.set("only", STATUSES[only]);
  return words.toString();
}

/**
 * Never fails: a value that is not allowed is left out, and a run with one is not made; each time a sentence says so.
 *
 * @param {string} hash with or without its `#`
 * @param {Knob[]} knobs
 * @returns {{ state: State, complaints: string[] }}
 */
export function decode(hash, knobs) {
  /** @type {string[]} */
  const complaints = [];
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
    return [look, reader.oneOf(CALLED[/** @type {keyof typeof LOOKS} */ (look)], allowed) ?? allowed[0]];
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
      .../** @type {Looks} */ (Object.fromEntries(looks)),
      only: only === null ? null : STATUSES.indexOf(only),
    },
    complaints,
  };
}

/**
 * @param {Recording} recording has at least one step
 * @param {Place} place
 * @returns {number} its place in `moments`; that of the last one before it if the run has no such step
 */
export function momentAt(recording, { block, step }) {
  const places = recording.moments.map((_, moment) => placeOf(recording, moment));
  return Math.max(
    places.findLastIndex((place) => place.block < block || (place.block === block && place.step <= step)),
    0,
  );
}

/** @param {string[]} complaints @returns {string} one sentence for the reader, empty if there is nothing to say */
export function complaint(complaints) {
  const [first, ...others] = complaints;
  if (others.length === 0) return first ?? "";
  return `${first} (${others.length} more of its values ${others.length === 1 ? "is" : "are"} left out.)`;
}
