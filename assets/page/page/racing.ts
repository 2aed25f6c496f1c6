/** The race of a page: the same prompt, written in several ways. It comes late. */

import { addressedSpec } from "./address.ts";
import { Race } from "./race.tsx";
import type { RunSpec } from "../run/spec.ts";
import type { Page } from "./page.ts";

/** @param place is filled */
export function raceOf(
  page: Pick<
    Page,
    | "ask"
    | "engine"
    | "form"
    | "knobs"
    | "lanes"
    | "making"
    | "model"
    | "parts"
    | "player"
    | "runList"
    | "say"
    | "table"
  >,
  place: HTMLElement,
) {
  const { player, lanes, table, ask, form, knobs, making, say, engine, model, parts, runList } = page;
  return new Race(place, {
    runList,
    parts,
    player,
    lanes,
    engine,
    model,
    say,
    base: () => player.recording && addressedSpec(player.recording.header, table),
    own: () => {
      const prompt = { ...form.spec.prompt, system: "", thinking: false };
      return { ...form.spec, prompt, settings: knobs.shipped ?? {}, sampler_source: "" };
    },
    ways: (way: string) => knobs.defaultsOf(way),
    form: () => form.spec,
    begin: (spec: RunSpec) => {
      if (ask.busy) ask.meanwhile("A run is going on; race when it has ended.");
      else making.again(spec);
      return ask.busy && ask.sentence === "";
    },
  });
}
