/** The path of the lessons: level by level, what each stop asks, what the reader guessed there, and where to go on. */

import { button, element } from "../../dom/elements.ts";
import { plainText } from "../../words/glyphs.ts";
import { gameFigures, stopWords, summary } from "./guess-words.ts";
import { percent } from "../../words/units.ts";
import { smallCanvas } from "./small-canvas.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Recording } from "../../run/recording.ts";
import type { Game, Guess } from "./guess-words.ts";
import type { Entry } from "./pages.ts";

interface Progress {
  guesses: Guess[];
  games: Game[];
  /** Numbers of the lessons that were read to their end. */
  read: number[];
  /** The one that was open last; 0 for none. */
  last: number;
}

/** @returns of its file, such as 04-budget */
export const numberOf = ({ name }: { name: string }): number => parseInt(name, 10);

/** @returns where to go on; null after the last */
export function goesOn(list: Entry[], { read, last }: Progress): Entry | null {
  const open = (entry: Entry) => !read.includes(numberOf(entry));
  const place = list.findIndex((entry) => numberOf(entry) === last);
  return list.slice(Math.max(place, 0)).find(open) ?? list.find(open) ?? null;
}

/** @returns by level */
export function levelsOf(list: Entry[]): Entry[][] {
  const levels: Entry[][] = [];
  for (const entry of list) {
    const level = levels.at(-1);
    if (level?.[0].level === entry.level) level?.push(entry);
    else levels.push([entry]);
  }
  return levels;
}

/** @param actions `play` offers the game of five canvases, where its runs are */
export function pathOf(
  list: Entry[],
  progress: Progress,
  { open, guesses, play }: { open: (lesson: number) => void; guesses: () => void; play: (() => void) | null },
): HTMLElement[] {
  const next = goesOn(list, progress);
  const begun = progress.read.length > 0 || progress.last > 0;
  const on = element("button.tdp-continue");
  on.append(next === null ? "What you guessed" : `${begun ? "Go on" : "Begin"}: ${next.title}`);
  on.onclick = () => (next === null ? guesses() : open(numberOf(next)));
  const head = element(
    "div.tdp-path-head",
    element(
      "div",
      element("h2", { tabindex: "-1" }, `From noise to text, in ${list.length} stops`),
      element("p", `Each stop asks you first. ${summary(progress.guesses)}`),
    ),
    on,
  );
  const stop = (entry: Entry) => {
    const number = numberOf(entry);
    const made = element("button.tdp-stop", element("span.tdp-stop-canvas"), element("strong", entry.title));
    if (entry.question) made.append(element("span.tdp-stop-question", entry.question));
    made.append(...answersOf(progress.guesses.filter(({ lesson }) => lesson === entry.name)));
    if (entry === next) {
      made.setAttribute("aria-current", "step");
      made.append(element("b", begun ? "you are here" : "begin here"));
    }
    made.onclick = () => open(number);
    return element(progress.read.includes(number) ? "li.tdp-stop-read" : "li", made);
  };
  const levels = levelsOf(list).map((level, at) =>
    element(
      "section",
      ...(level[0].level ? [element("h3", level[0].level)] : []),
      element(
        "ol.tdp-stops",
        ...level.map(stop),
        ...(play !== null && at === 0 ? [gameStop(play, progress.games)] : []), // it asks for what the first level shows
      ),
    ),
  );
  const more = button("What you guessed", "All that you guessed, and what the runs answered");
  more.classList.add("tdp-link-like");
  more.onclick = guesses;
  return [
    head,
    ...levels,
    element(
      "p.tdp-path-foot",
      "The small canvases are one run, further on at each stop. ",
      more,
      " Your guesses stay in this browser.",
    ),
  ];
}

function gameStop(play: () => void, games: Game[]): HTMLElement {
  const words = [
    element("strong", "Play: be the sampler"),
    element("span.tdp-stop-question", "Five canvases. What stays?"),
  ];
  const made = element("button.tdp-stop", element("span.tdp-stop-canvas"), ...words);
  for (const game of games.slice(-1))
    made.append(barsOf(game.shares), element("span.tdp-stop-answer", gameFigures(game)));
  made.onclick = play;
  return element("li", made);
}

/** @param guesses at one stop */
const answersOf = (guesses: Guess[]): HTMLElement[] =>
  guesses.length === 0
    ? []
    : [barsOf(guesses.map(({ share }) => share)), element("span.tdp-stop-answer", plainText(stopWords(guesses)))];

/** @returns a bar for each */
export function barsOf(shares: number[]): HTMLElement {
  const bars = shares.map((share) => {
    const bar = element("i");
    bar.style.setProperty("--tdp-share", percent(share));
    return bar;
  });
  return element("span.tdp-stop-bars", { "aria-hidden": "true" }, ...bars);
}

/**
 * Puts a small canvas at each stop: a run from its noise to its end.
 *
 * @param root that holds the path
 */
export function drawStops(root: HTMLElement, recording: Recording, theme: Theme) {
  const places = root.querySelectorAll(".tdp-stop-canvas");
  places.forEach((place, at) => {
    const share = (at / Math.max(places.length - 1, 1)) ** 1.5; // most happens early
    place.replaceChildren(smallCanvas(recording, share, place, theme));
  });
}
