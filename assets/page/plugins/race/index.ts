/** The race in Compare. It waits for its styles. */

import { addPluginStyle } from "../../dom/style.ts";
import { Race } from "./race.tsx";
import type { RaceContext } from "../../page/places.ts";

export function race(place: HTMLElement, { page }: RaceContext) {
  const made = addPluginStyle("race").then(() => new Race(place, page));
  return () => made.then((race) => race.leave());
}
