/** Pictures and films, in the Share menu: the forms, and how they look. What draws them comes when one is first wanted. */

import { button, element, switchOf } from "../../dom/elements.ts";
import type { FormsContext } from "../../page/places.ts";
import type { Kind } from "./film.ts";
import type { Shape } from "./scene.ts";

const SPEEDS = ["1", "2", "4", "8", "16", "30"];
const STOPPED = "Stopped; no film was saved.";

export function forms(place: HTMLElement, { recordings, save, shown }: FormsContext) {
  const looks = {
    kind: "webm",
    shape: "wide",
    scale: "1",
    theme: document.body.classList.contains("dark") ? "dark" : "light",
  };
  const choose = (name: keyof typeof looks) => (value: string) => (looks[name] = value);
  const speed = element("select", { "aria-label": "Steps a second of the film" });
  for (const each of SPEEDS)
    speed.append(element("option", { value: each }, `${each} step${each === "1" ? "" : "s"}/s`));
  speed.value = SPEEDS.find((each) => Number(each) >= shown().speed) ?? "30";

  const offer = (form: string, face: string, hint: string, kindOf: () => Kind, stopped = "") => {
    const offered = button(face, hint);
    offered.dataset.form = form;
    offered.onclick = () => {
      const kind = kindOf();
      save(async (shown, { say, signal }) => {
        const [runs, { film }] = await Promise.all([recordings(shown), import("./film.ts")]);
        const options = {
          theme: looks.theme as "light" | "dark",
          shape: looks.shape as Shape,
          scale: Number(looks.scale),
          speed: Number(speed.value),
          moment: shown.moment,
        };
        const progress = (done: number, all: number) => say(`Picture ${done} of ${all}`);
        const films = runs.map(({ recording }) => recording);
        return { name: `${runs[0].name}.${kind}`, blob: await film(films, kind, options, { progress, signal }) };
      }, stopped);
    };
    return offered;
  };
  place.append(
    offer("png", "Picture of this step (.png)", "With the looks below", () => "png"),
    offer("film", "Film", "Save the run as a film", () => looks.kind as Kind, STOPPED),
    element(
      "div.tdp-share-looks",
      switchOf("Kind of film", { webm: ".webm", mp4: ".mp4", gif: ".gif" }, choose("kind")),
      speed,
      switchOf("Shape", ["wide", "square"], choose("shape")),
      switchOf("Theme", ["light", "dark"], choose("theme"), looks.theme),
      switchOf("Pixels for each one of the page", { 1: "1×", 2: "2×" }, choose("scale")),
    ),
  );
  return () => place.replaceChildren();
}
