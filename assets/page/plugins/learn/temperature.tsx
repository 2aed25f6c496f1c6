/**
 * The temperature by hand: what one real cell might be, with the temperature in the reader's hand. Bars, twenty draws, the
 * entropy and its colour follow. All tokens of the vocabulary count; those that have no bar share one.
 */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { shadeOf, shades } from "../../cells/colour.ts";
import { Bar } from "../../panels/candidates.tsx";
import { tokenProps } from "../../panels/panel.ts";
import { tokenText } from "../../words/glyphs.ts";
import { digits, entropyIn, temperatureText } from "../../words/units.ts";
import { Chart, Dot, Picture } from "./chart.tsx";
import { Choice } from "./choice.tsx";
import { chance } from "./forward.tsx";
import { drawsFrom, entropyOf, probabilitiesAt } from "./probabilities.ts";
import { usePlayer } from "./use-player.ts";
import type { Temperature } from "./lesson.ts";
import type { Around } from "./stand.ts";

/** So many tokens have a bar of their own. */
const SHOWN = 5;
const DRAWS = 20;
/** Room for the text of a token, in pixels. */
const WIDTH = 62;
/** The slider and the chart go in steps of 0.02 up to here. */
const [STEP, MOST] = [0.02, 1.2];
const PLACES = Array.from({ length: Math.round(MOST / STEP) + 1 }, (_, place) => place * STEP);
const COIN = Math.LN2;

export function TemperatureByHand({ block, recording, player }: Around<Temperature>) {
  const { row, position, at } = block;
  const run = useMemo(recording, []);
  const chosen = useSignal(Math.round(at / STEP) * STEP);
  const round = useSignal(0);
  const colours = shades(usePlayer(player, "looks", player.views.theme));
  const temperature = chosen.value;
  const probabilities = probabilitiesAt(block, temperature);
  const entropy = entropyOf(probabilities);
  const nats = entropyIn(entropy, "nats");
  const chances = Array.from({ length: DRAWS }, (_, draw) => chance(DRAWS * round.value + draw));
  const counts = drawsFrom(probabilities, chances, SHOWN);
  const rest = probabilities.slice(SHOWN).reduce((sum, share) => sum + share, 0);
  const ids = run.frames[row].top_ids ?? [];
  const first = (ids.length / run.frames[row].accepted.length) * position;
  const name = (rank: number) => (rank === SHOWN ? "others" : tokenText(run, ids[first + rank]));
  const draws = counts.map((count) => (
    <span role="img" aria-label={`${count} of ${DRAWS} draws`}>
      {"●".repeat(count).replace(/^.{10}(?=.)/, "$&\n")}
    </span>
  ));
  const bars = [...probabilities.slice(0, SHOWN), rest].map((share, rank) => (
    <Bar
      look={rank === SHOWN ? "tdp-others" : ""}
      token={tokenProps(name(rank), WIDTH)}
      share={share}
      marks={draws[rank]}
    />
  ));
  const { fill, text } = colours[shadeOf(entropy)];
  return (
    <section class="tdp-temperature" aria-label="Temperature by hand">
      <small class="tdp-label">COMPUTED</small> <span>{`temperature ${temperatureText(temperature)}`}</span>
      <input
        type="range"
        min={0}
        max={MOST}
        step={STEP}
        value={chosen}
        aria-label="Temperature"
        aria-valuetext={`${temperatureText(temperature)}: ${nats}`}
        onInput={({ currentTarget }) => (chosen.value = currentTarget.valueAsNumber)}
      />
      <output>
        <b>{nats}</b>
        <span class="tdp-temperature-colour" style={{ background: fill, color: text }}>
          its colour
        </span>
        <span>{`${entropyIn(entropy, "bits")}, as open as ${digits(Math.exp(entropy), 2)} equal words`}</span>
      </output>
      <ol class="tdp-candidates" aria-label="What it might be">
        {bars}
      </ol>
      <div class="tdp-choices">
        <Choice face={`Draw ${DRAWS} again`} onClick={() => (round.value += 1)} />
      </div>
      <Curve block={block} temperature={temperature} entropy={entropy} />
    </section>
  );
}

/** The entropy at each temperature, with that of the run and the reader's. */
function Curve({ block, temperature, entropy }: { block: Temperature; temperature: number; entropy: number }) {
  const [curve, chart] = useMemo(() => {
    const curve = PLACES.map((place) => entropyOf(probabilitiesAt(block, place)));
    const top = Math.max(1, Math.ceil(2 * curve[curve.length - 1]) / 2);
    const labels = PLACES.map((place) => digits(place, 2));
    return [curve, new Chart({ labels, words: "temperature", top, unit: "nats", height: 170 })];
  }, []);
  const place = block.at / STEP;
  const here = entropyOf(probabilitiesAt(block, block.at));
  return (
    <Picture chart={chart}>
      <path class="tdp-temperature-coin" d={chart.line(PLACES.map(() => COIN))} />
      <text x={chart.x(0) + 4} y={chart.y(COIN) - 5}>{`a coin: ${digits(COIN, 2)}`}</text>
      <path class="tdp-drawing-run" d={chart.line(curve)} />
      <Dot chart={chart} look="tdp-drawing-run" place={place} value={here} />
      <text x={chart.x(place) + 8} y={chart.y(here) + 14}>{`in the run: ${temperatureText(block.at)}`}</text>
      <Dot chart={chart} look="tdp-drawing-theirs" place={temperature / STEP} value={entropy} />
    </Picture>
  );
}
