/** The race of a page: the same prompt, written in several ways. It comes late. */

import { addressedSpec } from "./address.ts";
import { Race } from "./race.ts";
import type { Value } from "../rules/knobs.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Page } from "./page.ts";

/** @param place is filled */
export function raceOf(
  page: Pick<
    Page,
    | "ask"
    | "engine"
    | "exports"
    | "form"
    | "lanes"
    | "making"
    | "measurements"
    | "model"
    | "parts"
    | "player"
    | "runList"
    | "say"
    | "table"
  >,
  place: HTMLElement,
) {
  const { player, lanes, table, ask, form, making, say, engine, model, parts, runList } = page;
  return new Race(place, {
    runList,
    parts,
    player,
    lanes,
    engine,
    model,
    say,
    code: () =>
      page
        .exports()
        .then((exports) => exports.settingsCode())
        .catch(say),
    studied: () => page.measurements.studies?.all ?? [],
    base: () => player.recording && addressedSpec(player.recording.header, table),
    own: (defaults: Value[]) => {
      const settings = Object.fromEntries(table.map(({ name }, at) => [name, defaults[at]]));
      const prompt = { ...form.spec.prompt, system: "", thinking: false };
      return { ...form.spec, prompt, settings, sampler_source: "" };
    },
    form: () => form.spec,
    begin: (spec: RunSpec) => {
      if (ask.busy) ask.meanwhile("A run is going on; race when it has ended.");
      else making.again(spec);
      return ask.busy && ask.sentence === "";
    },
  });
}
