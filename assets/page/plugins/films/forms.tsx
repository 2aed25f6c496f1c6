/** The forms of pictures and films, and how they look. What draws them comes when one is first wanted. */

import { useSignal } from "@preact/signals";
import { filled } from "../../ui/filled.ts";
import { Switch } from "../../ui/switch.tsx";
import type { FormsContext } from "../../page/places.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Kind } from "./film.ts";
import type { Shape } from "./scene.ts";

const SPEEDS = ["1", "2", "4", "8", "16", "30"];
const STOPPED = "Stopped; no film was saved.";
const KINDS = { webm: ".webm", mp4: ".mp4", gif: ".gif" };
const SHAPES = { wide: "wide", square: "square" };
const THEMES = { light: "light", dark: "dark" };
const SCALES = { 1: "1×", 2: "2×" };

export const forms = (place: HTMLElement, context: FormsContext) =>
  filled(place, context, () => <Forms {...context} />);

function Forms({ recordings, save, shown }: FormsContext) {
  const kind = useSignal<keyof typeof KINDS>("webm");
  const shape = useSignal<Shape>("wide");
  const theme = useSignal<Theme>(document.body.classList.contains("dark") ? "dark" : "light");
  const scale = useSignal<"1" | "2">("1");
  const speed = useSignal(SPEEDS.find((each) => Number(each) >= shown().speed) ?? "30");
  const make = (kind: Kind, stopped: string = "") => {
    const looks = { theme: theme.value, shape: shape.value, scale: Number(scale.value), speed: Number(speed.value) };
    save(async (shown, { say, signal }) => {
      const [runs, { film }] = await Promise.all([recordings(shown), import("./film.ts")]);
      const progress = (done: number, all: number) => say(`Picture ${done} of ${all}`);
      const films = runs.map(({ recording }) => recording);
      const options = { ...looks, moment: shown.moment };
      return { name: `${runs[0].name}.${kind}`, blob: await film(films, kind, options, { progress, signal }) };
    }, stopped);
  };
  return (
    <>
      <button type="button" title="With the looks below" data-form="png" onClick={() => make("png")}>
        Picture of this step (.png)
      </button>
      <button type="button" title="Save the run as a film" data-form="film" onClick={() => make(kind.value, STOPPED)}>
        Film
      </button>
      <div class="tdp-share-looks">
        <Switch name="Kind of film" options={KINDS} chosen={kind.value} choose={(next) => (kind.value = next)} />
        <select
          aria-label="Steps a second of the film"
          value={speed}
          onChange={({ currentTarget }) => (speed.value = currentTarget.value)}
        >
          {SPEEDS.map((each) => (
            <option value={each}>{`${each} step${each === "1" ? "" : "s"}/s`}</option>
          ))}
        </select>
        <Switch name="Shape" options={SHAPES} chosen={shape.value} choose={(next) => (shape.value = next)} />
        <Switch name="Theme" options={THEMES} chosen={theme.value} choose={(next) => (theme.value = next)} />
        <Switch
          name="Pixels for each one of the page"
          options={SCALES}
          chosen={scale.value}
          choose={(next) => (scale.value = next)}
        />
      </div>
    </>
  );
}
