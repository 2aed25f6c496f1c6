/** What stands in the player's place: the path of all lessons, or what the reader guessed. */

import { render } from "preact";
import { forgetGuesses, games, guesses, progress } from "./guesses.ts";
import { Path } from "./path-view.tsx";
import type { ComponentChild } from "preact";
import type { RunItem } from "../../page/run-list.ts";
import type { Entry } from "./pages.ts";
import type { Surroundings } from "./surroundings.ts";

export class Overview {
  #apart = document.createDocumentFragment();
  root: HTMLElement;
  /** Is it there, and the player hidden? */
  shown = false;
  /** What the player behind it shows. */
  behind: RunItem | null = null;

  /** @param open a lesson; 0 stands for the overview itself */
  constructor(
    private page: Surroundings,
    private open: (lesson: number, part?: number) => void,
  ) {
    const { player, runList } = page;
    this.#draw(null);
    this.root = this.#apart.firstElementChild as HTMLElement;
    player.view.root.prepend(this.root);
    player.addEventListener("paint", () => {
      if (this.shown && runList.shown !== this.behind) player.views.mode = "watch"; // a run was chosen
    });
  }

  hide() {
    this.#draw(null);
  }

  /** @param content null for nothing: the player is seen */
  #draw(content: ComponentChild) {
    this.shown = content !== null;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "?") event.stopPropagation(); // nobody sees the player that the others move
    };
    render(
      <section class="tdp-path" aria-label="Lessons" hidden={!this.shown} onKeyDown={press}>
        {content}
      </section>,
      this.#apart,
    );
    this.page.player.view.root.classList.toggle("tdp-on-path", this.shown);
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
      this.#draw(content);
      this.behind = runList.shown;
    };
  }
}
