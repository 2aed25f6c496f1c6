/** What stands in the player's place: the path of all lessons, or what the reader guessed. */

import { render } from "preact";
import { element } from "../../dom/elements.ts";
import { forgetGuesses, games, guesses, progress } from "./guesses.ts";
import { Path } from "./path-view.tsx";
import type { RunItem } from "../../page/run-list.ts";
import type { Entry } from "./pages.ts";
import type { Surroundings } from "./surroundings.ts";

export class Overview {
  root = element("section.tdp-path", { "aria-label": "Lessons", hidden: "" });
  /** What the player behind it shows. */
  behind: RunItem | null = null;

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
  }

  /** Is it there, and the player hidden? */
  get shown() {
    return !this.root.hidden;
  }

  set shown(shown) {
    if (!shown) render(null, this.root);
    this.root.hidden = !shown;
    this.page.player.view.root.classList.toggle("tdp-on-path", shown);
  }

  /** @param part 1 for the path of all lessons, 2 for what the reader guessed @returns what shows it, once it is read */
  async read(list: Entry[], part: number): Promise<() => void> {
    const { open } = this;
    const { player, runList, play } = this.page;
    const { GuessPage } = part > 1 ? await import("./guess-page.tsx") : { GuessPage: null };
    const [first] = runList.items;
    if (player.recording === null && first) await runList.choose(first, (recording) => player.show(recording));
    const run = first ? await runList.read(first) : null;
    const here = new Set(list.map(({ name }) => name));
    const records = { guesses: guesses().filter(({ lesson }) => here.has(lesson)), games: games() };
    const forget = () => {
      forgetGuesses();
      open(0);
    };
    const begin = play && (() => play(null));
    return () => {
      const content = GuessPage ? (
        <GuessPage {...{ list, ...records, open, forget }} />
      ) : (
        <Path {...{ list, player, run, open }} progress={{ ...records, ...progress() }} play={begin} />
      );
      render(content, this.root);
      this.shown = true;
      this.behind = runList.shown;
    };
  }
}
