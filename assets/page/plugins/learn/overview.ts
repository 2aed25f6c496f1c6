/** What stands in the player's place: the path of all lessons, or what the reader guessed. */

import { element } from "../../dom/elements.ts";
import { forgetGuesses, games, guesses, progress } from "./guesses.ts";
import { drawStops, pathOf } from "./path.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Recording } from "../../run/recording.ts";
import type { Entry } from "./pages.ts";
import type { Surroundings } from "./surroundings.ts";

export class Overview {
  root = element("section.tdp-path", { "aria-label": "Lessons", hidden: "" });
  /** What the player behind it shows. */
  behind: RunItem | null = null;
  /** Whose canvases stand at the stops. */
  stops: Recording | null = null;

  /** @param open a lesson; 0 stands for the overview itself */
  constructor(
    private page: Surroundings,
    private open: (lesson: number, part?: number) => void,
  ) {
    const { player, runList } = page;
    player.view.root.prepend(this.root);
    this.root.onkeydown = (event) => {
      if (event.key !== "?") event.stopPropagation(); // nobody sees the player that the others move
    };
    player.addEventListener("paint", () => {
      if (this.shown && runList.shown !== this.behind) player.views.mode = "watch"; // a run was chosen
    });
    player.addEventListener("looks", () => this.#draw());
  }

  /** Is it there, and the player hidden? */
  get shown() {
    return !this.root.hidden;
  }

  set shown(shown) {
    this.root.hidden = !shown;
    this.page.player.view.root.classList.toggle("tdp-on-path", shown);
  }

  /** @param part 1 for the path of all lessons, 2 for what the reader guessed @returns what shows it, once it is read */
  async read(list: Entry[], part: number): Promise<() => void> {
    const { open } = this;
    const { player, runList, play } = this.page;
    const { guessPage } = part > 1 ? await import("./guess-page.ts") : { guessPage: null };
    const [first] = runList.items;
    if (player.recording === null && first) await runList.choose(first, (recording) => player.show(recording));
    const run = first ? await runList.read(first) : null;
    const here = new Set(list.map(({ name }) => name));
    const records = { guesses: guesses().filter(({ lesson }) => here.has(lesson)), games: games() };
    const back = list.length > 1 ? "‹ All lessons" : `‹ ${list[0].title}`;
    const forget = () => {
      forgetGuesses();
      open(0);
    };
    const parts = guessPage
      ? guessPage(list, records, { open, back: [back, () => open(0)], forget })
      : pathOf(
          list,
          { ...records, ...progress() },
          { open, guesses: () => open(0, 2), play: play && (() => play(null)) },
        );
    return () => {
      this.root.replaceChildren(...parts);
      this.shown = true;
      [this.behind, this.stops] = [runList.shown, run];
      this.#draw();
    };
  }

  #draw() {
    if (this.shown && this.stops) drawStops(this.root, this.stops, this.page.player.views.theme());
  }
}
