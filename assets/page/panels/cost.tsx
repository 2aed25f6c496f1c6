/** What the runs that are shown cost: their passes by formula, the seconds that were measured, and what plugins add. */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { addStyle } from "../dom/style.ts";
import { roofline, total } from "../rules/cost.ts";
import { stepCosts } from "../run/costs.ts";
import { figuresOf, timesOf } from "../run/lanes.ts";
import { passesOf } from "../run/recording.ts";
import { Added } from "../ui/added.tsx";
import { Frame } from "../ui/frame.tsx";
import { LIMITS, REPORTED, bytesText, flopsText, timeText } from "../words/cost.ts";
import { digits, secondsText } from "../words/units.ts";
import { panelOf } from "./component.tsx";
import type { Cost, Machine } from "../rules/cost.ts";
import type { Moment, Recording } from "../run/recording.ts";

/** A run that is shown, and at which moment. */
type Lane = { recording: Recording; letter: string; moment?: Moment };

/** The parts of a pass, in words. */
const PARTS: Record<string, string> = {
  projections: "projections",
  attention: "attention",
  mlp: "dense layers",
  router: "router",
  experts: "experts",
  "self-conditioning": "self-conditioning",
  head: "head",
  weights: "weights",
  cache: "what was read before",
  embeddings: "embeddings",
  logits: "logits",
};

/** What the table says of a run, and whether that follows the moment. */
const ROWS: [name: string, now: boolean][] = [
  ["passes, one after the other", true],
  ["tokens a pass, whole run", false],
  ["this step", true],
  ["this step, at best", true],
  ["this step, measured", true],
  ["all so far, encoder included", true],
  ["measured, whole run", false],
];
const AT_BEST = 3;

export const CostPanel = panelOf(({ recording, step, version, reader }) => {
  const machine = useSignal<Machine | null>(null);
  /** How often a plugin has come to know something, perhaps only that it cannot. */
  const learned = useSignal(0);
  useMemo(() => addStyle("compare"), []);
  const shown: Lane[] = reader.lanes?.shown() ?? [];
  const lanes = shown.length > 0 ? shown : [{ recording, letter: "", moment: { step, noise: false } }];
  const times = timesOf(lanes.map((lane) => lane.recording));
  const cells = lanes.map((lane, at) => cellsOf(lane, times[at], machine.value));
  const costs = lanes.map(({ recording, letter }) => ({ recording, letter, costs: stepCosts(recording) }));
  const latest = useRef(costs);
  latest.current = costs;
  const pass = costs[0].costs?.[placeOf(lanes[0])]?.pass;
  return (
    <Frame name="Cost">
      <table class="tdp-cost-table">
        {costs.some(({ costs }) => costs === null) && (
          <caption>The page does not know the shape of every model here, and computes nothing for it.</caption>
        )}
        <thead>
          <tr>
            <td />
            {lanes.map(({ letter }) => (
              <th scope="col">{letter || "this run"}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([name, now], row) => (
            <tr hidden={row === AT_BEST && machine.value === null}>
              <th scope="row">{name}</th>
              {cells.map((texts) => (
                <td class={now ? "tdp-cost-now" : undefined}>{texts[row]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="tdp-hint">
        Operations and bytes are computed from the shape of the model, as if each run had its passes for itself. Seconds
        are measured, drawing the tokens included.
      </p>
      <details class="tdp-more">
        <summary>What the pass of the first run is made of</summary>
        <p class="tdp-hint">{pass && partsSentence(pass)}</p>
      </details>
      <Added
        fill={(place, { listen }) =>
          reader.costs?.(place, {
            lanes: () => latest.current,
            plotly: reader.plotly,
            listen,
            know: (known) => {
              machine.value = known;
              learned.value += 1;
            },
          })
        }
        changes={[version, learned.value]}
      />
      <details class="tdp-more">
        <summary>Speeds that others reported</summary>
        <p>As reported, collected in November 2026; none of them was measured here.</p>
        <ul>
          {REPORTED.map(([speed, source]) => (
            <li>{`${speed} (${source}).`}</li>
          ))}
        </ul>
      </details>
    </Frame>
  );
});

/** @returns the place of the present step in the run's frames; -1 before its first one */
const placeOf = ({ moment }: Lane) => (moment?.noise ? moment.step - 1 : (moment?.step ?? -1));

/** @returns a text for each row */
function cellsOf(lane: Lane, time: { seconds: number; note: string }, machine: Machine | null): string[] {
  const { recording } = lane;
  const { frames } = recording;
  const { perPass } = figuresOf(recording);
  const here = placeOf(lane);
  const costs = stepCosts(recording);
  const cost = costs?.[here];
  const best = cost && machine && roofline(cost.pass, machine);
  const seconds = frames[here]?.seconds ?? NaN;
  const measured = time.note || (Number.isNaN(seconds) ? "not recorded" : timeText(seconds));
  return [
    recording.header.source ? "not recorded" : `${passesOf(frames, here + 1)} of ${passesOf(frames)}`,
    Number.isNaN(perPass) ? "–" : digits(perPass, 2),
    cost ? `${flopsText(cost.flops)}, ${bytesText(cost.bytes)}` : costs ? "–" : "not known",
    best ? `${timeText((frames[here].passes ?? 1) * best.seconds)}, ${LIMITS[best.limit]}` : "–",
    cost && !recording.live ? measured : "–",
    cost ? `${flopsText(sumOf("flops"))}, ${bytesText(sumOf("bytes"))}` : "–",
    time.note || secondsText(time.seconds),
  ];

  function sumOf(unit: "flops" | "bytes") {
    const passed = (costs ?? []).slice(0, here + 1);
    return passed.reduce((sum, step) => sum + step[unit] + (step.encoder ? total(step.encoder[unit]) : 0), 0);
  }
}

function partsSentence({ flops, bytes }: Cost) {
  const list = (parts: Record<string, number>, text: (value: number) => string) =>
    Object.entries(parts)
      .filter(([, value]) => value > 0)
      .sort(([, a], [, b]) => b - a)
      .map(([part, value]) => `${PARTS[part]} ${text(value)}`)
      .join(", ");
  return `Operations: ${list(flops, flopsText)}. Bytes: ${list(bytes, bytesText)}. Of the experts, only those that some position is expected to reach are counted.`;
}
