/** A panel that a part of a lesson speaks of: one of the drawer stands in the prose meanwhile, one of the tray is opened. */

import type { Player } from "../../player/player.ts";
import type { Prose } from "./prose.tsx";

export class Loan {
  #lent: { root: HTMLElement; home: HTMLElement; place: Comment } | null = null;

  constructor(
    private player: Player,
    private prose: Pick<Prose, "panel" | "inOneColumn">,
  ) {}

  /** @param name of a panel; one of the tray stands in the prose too, where the tray is far below it or not there */
  lend(name: string | undefined) {
    const { deck, refresh } = this.player.views;
    this.giveBack();
    deck.lent = name ?? null;
    if (name === undefined) return;
    refresh();
    const tab = deck.tray.get(name);
    if (tab) deck.open(name);
    if (tab && deck.view.tray.checkVisibility() && !this.prose.inOneColumn) return;
    const root = tab?.root ?? this.player.view.drawer.querySelector<HTMLElement>(`.tdp-${name}-panel`);
    const home = root?.parentElement;
    if (!root || !home) return;
    const place = document.createComment(name);
    root.replaceWith(place);
    this.prose.panel.append(root);
    this.#lent = { root, home, place };
  }

  giveBack() {
    if (this.#lent === null) return;
    const { root, home, place } = this.#lent;
    if (place.parentNode) place.replaceWith(root);
    else home.append(root);
    this.#lent = null;
  }
}
