/** The colours that `base.css` and `timeline.css` have, for what is drawn on a canvas or by Plotly. */

export const NAMES =
  "paper card ink soft line edge noise given given-ground kept kept-ground reopened warn bound area area-ink lane-A lane-B lane-C lane-D".split(
    " ",
  );

/** By what follows `--tdp-` in the style sheets. */
export type Inks = Record<string, string>;

/** @param place whose theme and contrast count */
export function inksOf(place: Element): Inks {
  const style = getComputedStyle(place);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--tdp-${name}`).trim() || "#808080"]));
}
