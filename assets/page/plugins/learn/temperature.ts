/**
 * The temperature by hand: what one real cell might be, with the temperature in the reader's hand. Bars, twenty draws, the
 * entropy and its colour follow. All tokens of the vocabulary count; those that have no bar share one.
 */

import { shadeOf, shades } from "../../cells/colour.ts";
import { element, setText, shape } from "../../dom/elements.ts";
import { tokenText } from "../../words/glyphs.ts";
import { digits, entropyIn, temperatureText } from "../../words/units.ts";
import { Chart } from "./chart.ts";
import { chance } from "./forward.ts";
import { bar, fillBar, nameBar } from "./bar.ts";
import { drawsFrom, entropyOf, probabilitiesAt } from "./probabilities.ts";
import type { Player } from "../../player/player.ts";
import type { Temperature } from "./lesson.ts";
import type { Recording } from "../../run/recording.ts";

/** So many tokens have a bar of their own. */
const SHOWN = 5;
const DRAWS = 20;
/** The slider and the chart go in steps of 0.02 up to here. */
const [STEP, MOST] = [0.02, 1.2];
const COIN = Math.LN2;

export function temperatureOf(
  cell: Temperature,
  { recording, player, signal }: { recording: Recording; player: Player; signal: AbortSignal },
): HTMLElement {
  const { row, position, at } = cell;
  const ids = recording.frames[row].top_ids ?? [];
  const first = (ids.length / recording.frames[row].accepted.length) * position;
  const bars = Array.from({ length: SHOWN + 1 }, bar);
  bars.forEach((bar, rank) => {
    bar.root.classList.toggle("tdp-others", rank === SHOWN);
    nameBar(bar, rank === SHOWN ? "others" : tokenText(recording, ids[first + rank]), 62);
  });
  const range = element("input", {
    type: "range",
    min: "0",
    max: String(MOST),
    step: String(STEP),
    value: String(at),
    "aria-label": "Temperature",
  });
  const [where, nats, more] = [element("span"), element("b"), element("span")];
  const colour = element("span.tdp-temperature-colour", "its colour");
  const output = element("output", nats, colour, more);
  const again = element("button.tdp-choice", `Draw ${DRAWS} again`);

  const places = Array.from({ length: Math.round(MOST / STEP) + 1 }, (_, place) => place * STEP);
  const curve = places.map((temperature) => entropyOf(probabilitiesAt(cell, temperature)));
  const chart = new Chart({
    labels: places.map((temperature) => digits(temperature, 2)),
    words: "temperature",
    top: Math.max(1, Math.ceil(2 * curve[curve.length - 1]) / 2),
    unit: "nats",
    height: 170,
  });
  const coin = shape("path", { class: "tdp-temperature-coin", d: chart.line(places.map(() => COIN)) });
  const name = { x: chart.x(0) + 4, y: chart.y(COIN) - 5 };
  const dots = shape("g", {});
  const line = shape("path", { class: "tdp-drawing-run", d: chart.line(curve) });
  const here = entropyOf(probabilitiesAt(cell, at));
  const run = { x: chart.x(at / STEP) + 8, y: chart.y(here) + 14 };
  const inRun = [
    chart.dot("tdp-drawing-run", at / STEP, here),
    shape("text", run, `in the run: ${temperatureText(at)}`),
  ];
  chart.root.append(coin, shape("text", name, `a coin: ${digits(COIN, 2)}`), line, ...inRun, dots);

  let round = 0;
  const show = () => {
    const temperature = Number(range.value);
    const probabilities = probabilitiesAt(cell, temperature);
    const entropy = entropyOf(probabilities);
    const chances = Array.from({ length: DRAWS }, (_, draw) => chance(DRAWS * round + draw));
    const counts = drawsFrom(probabilities, chances, SHOWN);
    const shares = [
      ...probabilities.slice(0, SHOWN),
      probabilities.slice(SHOWN).reduce((sum, share) => sum + share, 0),
    ];
    bars.forEach((bar, rank) => {
      fillBar(bar, shares[rank]);
      setText(bar.marks, "●".repeat(counts[rank]).replace(/^.{10}(?=.)/, "$&\n"));
      bar.marks.setAttribute("aria-label", `${counts[rank]} of ${DRAWS} draws`);
      bar.marks.setAttribute("role", "img");
    });
    setText(where, `temperature ${temperatureText(temperature)}`);
    setText(nats, entropyIn(entropy, "nats"));
    setText(more, `${entropyIn(entropy, "bits")}, as open as ${digits(Math.exp(entropy), 2)} equal words`);
    range.setAttribute("aria-valuetext", `${temperatureText(temperature)}: ${entropyIn(entropy, "nats")}`);
    const shade = shades(player.views.theme())[shadeOf(entropy)];
    colour.style.background = shade.fill;
    colour.style.color = shade.text;
    dots.replaceChildren(chart.dot("tdp-drawing-theirs", temperature / STEP, entropy));
  };
  range.oninput = show;
  again.onclick = () => {
    round += 1;
    show();
  };
  player.addEventListener("looks", show, { signal });
  show();
  return element(
    "section.tdp-temperature",
    { "aria-label": "Temperature by hand" },
    element("small.tdp-label", "COMPUTED"),
    " ",
    where,
    range,
    output,
    element("ol.tdp-candidates", { "aria-label": "What it might be" }, ...bars.map(({ root }) => root)),
    element("div.tdp-choices", again),
    chart.root,
  );
}
