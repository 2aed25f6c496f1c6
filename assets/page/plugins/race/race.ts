/** The race in Compare: the same prompt, seed and weights, written in three ways, and what is known of each over many cases. */

import { signal } from "@preact/signals";
import { isRace } from "../../run/point.ts";
import { figuresOf, raceSentence } from "./sentences.ts";
import { Start } from "./start.ts";
import type { RaceContext } from "../../page/places.ts";
import type { Card } from "../../run/card.ts";
import type { Recording } from "../../run/recording.ts";

export class Race {
  #going = new AbortController();
  start: Start;
  /** The prompt that the figures are for. */
  prompt: string | null = null;
  /** None for another comparison. */
  lanes = signal<Recording[]>([]);
  /** The moments of the lanes. */
  places = signal<number[]>([]);
  /** Over many cases; null while none is known, and empty where nobody knows. */
  card = signal<Card | Record<string, never> | null>(null);

  constructor(private page: RaceContext["page"]) {
    const { player } = page;
    const { signal } = this.#going;
    this.start = new Start(page);
    player.addEventListener("looks", () => this.#update(), { signal });
    player.addEventListener("paint", () => (this.places.value = player.sideBySide.places), { signal });
    player.captions.proof = this.proof; // what is known by the end of the race
    this.#update();
  }

  /** The page goes on without it. */
  leave() {
    this.#going.abort();
  }

  /** @returns what is known of these lanes */
  proof = (): string => {
    const { value: card } = this.card;
    const rows = card && "tasks" in card ? figuresOf(card as Card) : [];
    const { lanes, player } = this.page;
    const known = lanes.proofs.map((proof) => proof(player.lanes)).find((sentence) => sentence !== "");
    return raceSentence(player.lanes, rows, known);
  };

  /** The lanes are other ones, or have grown. */
  #update() {
    const { player } = this.page;
    const race = isRace(player.lanes);
    this.lanes.value = race ? [...player.lanes] : [];
    this.places.value = player.sideBySide.places;
    const prompt = race ? player.lanes[0].header.spec.prompt.text : null;
    if (prompt !== this.prompt) this.#look(prompt);
    if (race) this.start.play(player.lanes);
  }

  /** @param prompt of the race; null for none */
  async #look(prompt: string | null) {
    this.prompt = prompt;
    this.card.value = null;
    if (prompt === null) return;
    const card = await this.page.engine.call("card", prompt).catch(() => undefined);
    if (this.prompt !== prompt) return;
    if (card === undefined) return void (this.prompt = null); // asked again when something changes
    this.card.value = card;
    this.page.player.refresh();
  }
}
