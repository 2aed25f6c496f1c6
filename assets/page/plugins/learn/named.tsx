/** Words that name something: they light it up, and it lights them up. */

import { signal, useComputed } from "@preact/signals";
import { positionAt } from "../../cells/layout.ts";
import { NAMED } from "./named-places.ts";
import type { Player } from "../../player/player.ts";
import type { Place, Ref } from "./lesson.ts";
import type { Reference } from "./words.tsx";

export class Named {
  /** What the pointer is on: something on the page, or a cell; the chosen cell, where it is on none. */
  #pointed = signal<EventTarget | number | null>(null);

  /** @param go to what is named */
  constructor(
    private player: Player,
    private go: (place: Place) => void,
  ) {
    const { root, canvas } = player.view;
    root.addEventListener("pointerover", ({ target }) => (this.#pointed.value = target));
    canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => {
      this.#pointed.value = positionAt(player.painter.grid, offsetX, offsetY);
    });
    canvas.addEventListener("pointerleave", () => (this.#pointed.value = player.views.chosen));
    player.addEventListener("paint", () => {
      if (!canvas.matches(":hover")) this.#pointed.value = player.views.chosen;
    });
  }

  /** They light up what they name; a press goes there. */
  Words: Reference = ({ thing, children }) => {
    const lit = useComputed(() => {
      const pointed = this.#pointed.value;
      if (pointed === null || typeof pointed === "number") return "position" in thing && thing.position === pointed;
      return "named" in thing && this.#find(thing)?.contains(pointed as Node) === true;
    });
    const light = () => this.#light(thing, true);
    const darken = () => this.#light(thing, false);
    const press = () => {
      if (!("named" in thing)) return this.go(thing);
      this.#find(thing)?.scrollIntoView({ block: "nearest" });
      light();
    };
    return (
      <button
        type="button"
        class={`tdp-lit-words${lit.value ? " tdp-lit" : ""}`}
        onPointerEnter={light}
        onFocus={light}
        onPointerLeave={darken}
        onBlur={darken}
        onClick={press}
      >
        {children}
      </button>
    );
  };

  #find({ named }: { named: string }): HTMLElement | null {
    return this.player.view.root.querySelector(NAMED[named] ?? "#nothing");
  }

  #light(thing: Ref, on: boolean) {
    const { player } = this;
    if ("named" in thing) this.#find(thing)?.classList.toggle("tdp-lit", on);
    else {
      player.view.stage.classList.toggle("tdp-lit-cell", on);
      player.view.cursor.point(on && thing.position !== undefined ? thing.position : null);
    }
  }
}
