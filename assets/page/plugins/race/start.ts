/** How a race begins: as it was recorded, on the run that is shown, or on another prompt. It plays once all lanes are made. */

import { GONE } from "../../engine/events.ts";
import { addressedSpec } from "../../page/address.ts";
import { RACERS } from "./sentences.ts";
import type { MadeRun } from "../../page/address.ts";
import type { RaceContext } from "../../page/places.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Recording } from "../../run/recording.ts";
import type { RunSpec } from "../../run/spec.ts";

/** @returns the run of the race that comes with the page */
const recordedIn = (way: string) => ({ name: `race-${way}` });

export class Start {
  /** Have all lanes yet to be made before they are played? */
  #waits = false;

  constructor(private page: RaceContext["page"]) {}

  /** @param lanes of a race as they are now */
  play(lanes: Recording[]) {
    if (!this.#waits || this.page.lanes.waiting.length > 0) return;
    if (lanes.length < RACERS.length || lanes.some(({ live }) => live)) return;
    const { player } = this.page;
    this.#waits = false;
    player.seek(0);
    const { lanes: runs } = player.view;
    if (runs.getBoundingClientRect().top < 0) runs.scrollIntoView({ block: "start" }); // on a phone the button stands below them
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  }

  /** The first run of the race that comes with the page. */
  get recorded(): RunItem | undefined {
    return this.page.runList.find(({ name }) => name === recordedIn(RACERS[0]).name);
  }

  /** Plays the race that comes with the page. */
  async playRecorded() {
    const { runList, lanes, player } = this.page;
    if (!this.recorded || !(await runList.choose(this.recorded))) return;
    player.views.sheet.close(); // on a phone it would cover the lanes
    this.#waits = true;
    await lanes.open(RACERS.slice(1).map(recordedIn));
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
    this.#waits = true;
    await lanes.open(others, true);
    lanes.next();
  }

  /** Races on this prompt, with the settings that the card's figures are for. */
  async beginOn(text: string) {
    this.#checkReady();
    const { form, knobs } = this.page;
    const prompt = { ...form.spec.prompt, text, system: "", thinking: false };
    this.#raceAnew({ ...form.spec, prompt, settings: knobs.shipped.value ?? {}, sampler_source: "" });
  }

  /** @param spec of a run that has yet to be made, in the place of the one that is shown */
  #raceAnew(spec: RunSpec) {
    const { ask, lanes, making, player } = this.page;
    const uniform = this.#in(RACERS[0], spec);
    lanes.taken();
    player.sideBySide.compare([]);
    if (ask.busy) return ask.say("A run is going on; race when it has ended.", { passing: true });
    making.again(uniform);
    if (!ask.busy || ask.sentence !== "") return; // it could not begin
    lanes.later(this.#others(uniform), true);
    this.#waits = true;
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
}
