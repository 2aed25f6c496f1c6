/** The colours that `base.css` and `timeline.css` have, for what is drawn on a canvas or by Plotly. */

export const NAMES =
  "paper card ink soft line edge noise given given-ground kept kept-ground reopened warn bound area area-ink lane-A lane-B lane-C lane-D".split(
    " ",
  );

/** @typedef {Record<string, string>} Inks by what follows `--tdp-` in the style sheets */

/** @param {Element} place whose theme and contrast count @returns {Inks} */
export function inksOf(place) {
  const style = getComputedStyle(place);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--tdp-${name}`).trim() || "#808080"]));
}
