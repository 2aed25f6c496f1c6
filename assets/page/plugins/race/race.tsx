/** The race in Compare: the same prompt, seed and weights, written in three ways, and what is known of each over many cases. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { GONE } from "../../engine/events.ts";
import { addressedSpec } from "../../page/address.ts";
import { isRace } from "../../run/point.ts";
import { RACERS, figuresOf, raceSentence } from "./sentences.ts";
import { RaceView } from "./view.tsx";
import type { RaceContext } from "../../page/places.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Card } from "../../run/card.ts";
import type { Recording } from "../../run/recording.ts";
import type { RunSpec } from "../../run/spec.ts";
import type { MadeRun } from "../../page/address.ts";

/** @returns the run of the race that comes with the page */
const recordedIn = (way: string) => ({ name: `race-${way}` });

export class Race {
  #going = new AbortController();
  /** Have all lanes yet to be made before they are played? */
  waits = false;
  /** The prompt that the figures are for. */
  prompt: string | null = null;
  /** None for another comparison. */
  lanes = signal<Recording[]>([]);
  /** The moments of the lanes. */
  places = signal<number[]>([]);
  /** Over many cases; null while none is known, and empty where nobody knows. */
  card = signal<Card | Record<string, never> | null>(null);

  /** @param place is filled */
  constructor(
    place: HTMLElement,
    private page: RaceContext["page"],
  ) {
    const { player } = page;
    const { signal } = this.#going;
    player.addEventListener("looks", () => this.#update(), { signal });
    player.addEventListener("paint", () => (this.places.value = player.sideBySide.places), { signal });
    player.captions.proof = this.proof; // what is known by the end of the race
    this.#update();
    const view = (
      <section class="tdp-race tdp-panel">
        <RaceView race={this} page={page} />
      </section>
    );
    render(view, place);
    signal.addEventListener("abort", () => render(null, place));
  }

  /** The page goes on without it. */
  leave() {
    this.#going.abort();
  }

  /** @returns what is known of these lanes */
  proof = (): string => {
    const { card } = this;
    const rows = card.value && "tasks" in card.value ? figuresOf(card.value as Card) : [];
    const { lanes, player } = this.page;
    const known = lanes.proofs.map((proof) => proof(player.lanes)).find((sentence) => sentence !== "");
    return raceSentence(player.lanes, rows, known);
  };

  /** The lanes are other ones, or have grown. */
  #update() {
    const { player, lanes } = this.page;
    const shown = player.lanes;
    const race = isRace(shown);
    this.lanes.value = race ? [...shown] : [];
    this.places.value = player.sideBySide.places;
    const prompt = race ? shown[0].header.spec.prompt.text : null;
    if (prompt !== this.prompt) this.#look(prompt);
    if (!this.waits || !race || lanes.waiting.length > 0) return;
    if (shown.length < RACERS.length || shown.some(({ live }) => live)) return;
    this.waits = false;
    player.seek(0);
    const { lanes: runs } = player.view;
    if (runs.getBoundingClientRect().top < 0) runs.scrollIntoView({ block: "start" }); // on a phone the button stands below them
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  }

  recordedRun = (way: string): RunItem | undefined =>
    this.page.runList.find(({ name }) => name === recordedIn(way).name);

  /** Plays the race that comes with the page. */
  async playRecorded() {
    const { runList, lanes, player } = this.page;
    const [first, ...others] = RACERS;
    const item = this.recordedRun(first);
    if (!item || !(await runList.choose(item))) return;
    player.views.sheet.close(); // on a phone it would cover the lanes
    this.waits = true;
    await lanes.open(others.map(recordedIn));
  }

  /** Races on the run that is shown; if the reader has written another prompt since, on that one. */
  async begin() {
    const { form, lanes, player, say, table } = this.page;
    this.#checkReady();
    const wanted = form.spec;
    const { text } = wanted.prompt;
    if (text.trim() !== "" && text !== player.recording?.header.spec.prompt.text) return this.#raceAnew(wanted);
    const spec = player.recording && addressedSpec(player.recording.header, table);
    if (spec === null)
      return say(
        "This run holds a picture or a long prompt that cannot be asked for again; write a shorter prompt to race on.",
      );
    if (spec.branch)
      return say(
        "A branch keeps the way of writing of its run, so that three ways cannot race from it; race on a run of its own.",
      );
    const others = this.#others(spec);
    this.waits = true;
    await lanes.open(others, true);
    lanes.next();
  }

  /** Races on this prompt, with the settings that the card's figures are for. */
  async beginOn(text: string) {
    this.#checkReady();
    const { form, knobs } = this.page;
    const prompt = { ...form.spec.prompt, text, system: "", thinking: false };
    this.#raceAnew({ ...form.spec, prompt, settings: knobs.shipped ?? {}, sampler_source: "" });
  }

  /** @param spec of a run that has yet to be made, in the place of the one that is shown */
  #raceAnew(spec: RunSpec) {
    const { ask, lanes, making, player } = this.page;
    const uniform = this.#in(RACERS[0], spec);
    const others = this.#others(uniform);
    lanes.taken();
    player.sideBySide.compare([]);
    if (ask.busy) return ask.meanwhile("A run is going on; race when it has ended.");
    making.again(uniform);
    if (!ask.busy || ask.sentence !== "") return; // it could not begin
    lanes.later(others, true);
    this.waits = true;
  }

  /** @throws the checkpoint has not loaded, so its own settings are not known */
  #checkReady() {
    const { status } = this.page.model;
    if (!status?.defaults) throw new Error(status?.sentence ?? GONE);
  }

  /** @returns the same run in the other ways */
  #others(spec: RunSpec): MadeRun[] {
    return RACERS.filter((way) => way !== spec.settings.way).map((way) => ({ spec: this.#in(way, spec) }));
  }

  #in(way: string, spec: RunSpec): RunSpec {
    return { ...spec, settings: { ...spec.settings, ...this.page.knobs.defaultsOf(way), way } };
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
