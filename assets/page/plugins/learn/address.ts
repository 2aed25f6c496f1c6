/** What an address says of lessons and games. */

import { decodeGame, gameAddress } from "./game-address.ts";
import type { Reader } from "../../page/reader.ts";
import type { Game } from "./game-address.ts";

/**
 * The number in the name of the lesson's file; parts count from 1. Part 1 of lesson 0 is the path of all, part 2 what
 * the reader guessed.
 */
export type At = { lesson: number; part: number };

/** @returns one of them at most; both null where the address leads to neither */
export function decodePlace(reader: Reader): { at: At | null; game: Game | null } {
  const [lesson, part, game] = [reader.count("lesson"), reader.count("part"), decodeGame(reader)];
  const alone = reader.words.get("mode") === "learn" && reader.take("mode") !== null;
  const at = lesson !== null || alone ? { lesson: lesson ?? 0, part: part ?? 1 } : null;
  return { at, game: at === null ? game : null };
}

/** @returns words of the address; null for neither */
export function placeAddress(at: At | null, game: Game | null): Record<string, string> | null {
  if (game !== null) return gameAddress(game);
  if (at === null) return null;
  const part = String(at.part);
  if (at.lesson > 0) return { lesson: String(at.lesson), part };
  return { mode: "learn", ...(at.part > 1 && { part }) };
}
