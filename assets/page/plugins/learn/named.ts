/** Words that name something: they light it up, and it lights them up. */

import { positionAt } from "../../cells/layout.ts";
import { element } from "../../dom/elements.ts";
import { NAMED } from "./named-places.ts";
import type { Player } from "../../player/player.ts";
import type { Place, Ref } from "./lesson.ts";

export class Named {
  all: { words: HTMLElement; ref: Ref }[] = [];

  /** @param go to what is named */
  constructor(
    public player: Player,
    public go: (place: Place) => void,
  ) {
    const { root, canvas } = player.view;
    root.addEventListener("pointerover", ({ target }) =>
      this.#lightWords((ref) => "named" in ref && this.#find(ref)?.contains(target as Node) === true),
    );
    canvas.addEventListener("pointermove", ({ offsetX, offsetY }) =>
      this.#lightCell(positionAt(player.painter.grid, offsetX, offsetY)),
    );
    canvas.addEventListener("pointerleave", () => this.#lightCell(player.views.chosen));
    player.addEventListener("paint", () => {
      if (!canvas.matches(":hover")) this.#lightCell(player.views.chosen);
    });
  }

  /** Another lesson begins. */
  clear() {
    this.all = [];
  }

  /** @returns words that light up what they name; a press goes there */
  words(ref: Ref, content: Node[]): HTMLElement {
    const words = element("button.tdp-lit-words", ...content);
    const light = (on: boolean) => this.#light(ref, on);
    words.onpointerenter = words.onfocus = () => light(true);
    words.onpointerleave = words.onblur = () => light(false);
    words.onclick = () => {
      if (!("named" in ref)) return this.go(ref);
      const target = this.#find(ref);
      target?.scrollIntoView({ block: "nearest" });
      light(true);
    };
    this.all.push({ words, ref });
    return words;
  }

  #find({ named }: { named: string }): HTMLElement | null {
    return this.player.view.root.querySelector(NAMED[named] ?? "#nothing");
  }

  #light(ref: Ref, on: boolean) {
    const { player } = this;
    if ("named" in ref) this.#find(ref)?.classList.toggle("tdp-lit", on);
    else {
      player.view.stage.classList.toggle("tdp-lit-cell", on);
      player.views.cursor.point(on && ref.position !== undefined ? ref.position : null);
    }
  }

  /** @param position under the pointer, or chosen */
  #lightCell(position: number | null) {
    this.#lightWords((ref) => "position" in ref && position !== null && ref.position === position);
  }

  #lightWords(lit: (ref: Ref) => boolean) {
    for (const { words, ref } of this.all) words.classList.toggle("tdp-lit", lit(ref));
  }
}
