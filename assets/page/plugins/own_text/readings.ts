/** What a text comes to, once the server has said how it falls into tokens. */

import { gapWords, roomSentence } from "./sentences.ts";
import type { Choice } from "../../run/gaps.ts";
import type { Steering } from "../../run/steering.ts";
import type { Note } from "../../ui/status.tsx";

interface Answer {
  /** Of tokens, by id. */
  texts: Record<string, string>;
  /** Words that are new to the model. */
  new: string[];
}
/** Of a text with gaps. */
export type GapsAnswer = Answer & { choices: Choice[] };
/** Of a text to start from; `text` is how many tokens it has with its end. */
export type StartAnswer = Answer & { ids: number[]; replaced: (number | null)[]; text: number };

export interface Reading {
  /** What the run is steered by; one for each length of the gaps. */
  steerings: Steering[];
  /** The length that the run needs, if that is more than the form has. */
  raise: number;
  /** How much room is left. */
  room: string;
  /** What comes of it, or why there can be no run. */
  note: Note;
}

/** @param most tokens that the form has room for */
export function readGaps({ choices }: GapsAnswer, most: number): Reading {
  const [{ pins, open }] = choices;
  const lengths = choices.map(({ length }) => length + Number(!open));
  const longest = Math.max(...lengths);
  const tried = choices.length > 1 ? ` ${choices.length} lengths are tried.` : "";
  const text =
    longest > most
      ? `The text takes ${longest} tokens with its gaps and its end; the length is set to ${most}. Shorten it, or raise the length in Tune.`
      : `${Object.keys(pins).length} tokens held${open ? "" : ", its end among them"}; the model writes ${gapWords(choices, open)}.${tried}`;
  return {
    steerings: choices.map(({ pins }) => ({ pins })),
    raise: 0,
    room: roomSentence(lengths, most),
    note: { text, wrong: longest > most },
  };
}

/** @param most as above @param noise the share that it takes the place of, 0 .. 1 */
export function readStart({ ids, replaced, text }: StartAnswer, most: number, noise: number, seed: number): Reading {
  const drawn = replaced.filter((token) => token !== null).length;
  const within = replaced.slice(0, text).filter((token) => token !== null).length;
  const share = (count: number) => `${((100 * count) / ids.length).toFixed(1)} %`;
  const raise = text > most ? ids.length : 0;
  const raised = raise ? ` The length is raised from ${most} to ${raise} tokens.` : "";
  const sentence = `Expected: ${Math.round(100 * noise)} % of ${ids.length} positions. Drawn: ${drawn}, which is ${share(drawn)}; ${within} of them among the ${text} of the text and its end.${raised}`;
  return {
    steerings: [{ start: ids, ...(noise > 0 && { noise, noise_seed: seed }) }],
    raise,
    room: roomSentence([text], raise || most),
    note: { text: sentence, wrong: false },
  };
}
