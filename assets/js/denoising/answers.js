/** What the page asks beside runs, answered without a server: the functions of `playground/server/functions.py`. */

import { aboutPrompt } from "./about.js";
import { cardFor } from "./card.js";
import { copiesOf } from "./copies.js";
import { draftTokens } from "./draft.js";
import { requestedPuzzle } from "./puzzles.js";

/**
 * @typedef {object} Context what the worker has fetched
 * @property {import("./manifest.js").Manifest} manifest
 * @property {import("./vocabulary.js").Vocabulary} vocabulary
 * @property {import("./world/world.js").World | null} world null for a model of which nothing is known
 */

const NOT_MEASURED = "How fast this machine is at best is measured only where the playground has a server.";

/** @type {Record<string, (argument: string, context: Context) => any>} by name; looking inside a step needs the graphs */
const ANSWERS = {
  way_defaults: (way, { manifest }) => defaultsOf(way, manifest),
  about_prompt: (prompt, { world }) => (world ? aboutPrompt(world, prompt) : { kind: null, unknown: [], sentence: "" }),
  card: (prompt, { world }) => (world ? cardFor(world, prompt) : {}),
  puzzle: (request) => requestedPuzzle(request),
  machine: () => ({ machine: null, may: false, refused: NOT_MEASURED }),
  copies: (description, { manifest }) => copiesOf(description, manifest),
  own_text: (question, { vocabulary, world }) => draftTokens(vocabulary, question, world?.trained ?? null),
  rival: () => ({}),
  use_embedded: () => null,
};

/**
 * @param {string} name
 * @param {string} argument
 * @param {Context} context
 * @returns {any} ready for JSON; undefined if there is no such function here
 */
export const answer = (name, argument, context) =>
  Object.hasOwn(ANSWERS, name) ? ANSWERS[name](argument, context) : undefined;

/** @param {string} way @param {import("./manifest.js").Manifest} manifest @returns {Record<string, any>} of the settings for which a way has its own; none for an unknown one */
function defaultsOf(way, { ways, settings }) {
  if (!Object.hasOwn(ways, way)) return {};
  const names = new Set(Object.values(ways).flatMap(({ defaults }) => Object.keys(defaults)));
  const values = { ...settings, ...ways[way].defaults };
  return Object.fromEntries([...names].map((name) => [name, values[name]]));
}
