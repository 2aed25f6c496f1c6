/** What the runs that are shown cost: their passes by formula, the seconds that were measured, and what plugins add. */

import { element, setText } from "../dom/elements.ts";
import { addStyle } from "../dom/style.ts";
import { roofline, total } from "../rules/cost.ts";
import { stepCosts } from "../run/costs.ts";
import { figuresOf, timesOf } from "../run/lanes.ts";
import { LIMITS, REPORTED, bytesText, flopsText, timeText } from "../words/cost.ts";
import { digits, secondsText } from "../words/units.ts";
import { frame } from "./panel.ts";
import type { Theme } from "../cells/colour.ts";
import type { LaneCosts } from "../player/actions.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Cost, Machine } from "../rules/cost.ts";
import type { Moment, Recording } from "../run/recording.ts";

/** Its costs, and their sums after each step. */
type Lane = LaneCosts & { flops: number[]; bytes: number[]; perPass: number; time: { seconds: number; note: string } };

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

export class CostPanel implements Panel {
  shownLanes: () => { recording: Recording; letter: string; title: string; moment?: Moment }[];
  table = element("table.tdp-cost-table");
  parts = element("p.tdp-hint");
  machine: Machine | null = null;
  lanes: Lane[] = [];
  cells: HTMLElement[][] = [];
  shown: Parameters<Panel["show"]> | null = null;
  step = -1;
  #calls = new Set<() => void>();

  constructor(root: HTMLElement, { lanes, costs, plotly }: Reader) {
    addStyle("compare");
    this.shownLanes = lanes?.shown ?? (() => []);
    const body = frame(root, "Cost");
    const sentence = element(
      "p.tdp-hint",
      "Operations and bytes are computed from the shape of the model, as if each run had its passes for itself. Seconds are measured, drawing the tokens included.",
    );
    const more = element(
      "details.tdp-more",
      element("summary", "What the pass of the first run is made of"),
      this.parts,
    );
    const reported = element("details.tdp-more", element("summary", "Speeds that others reported"));
    reported.append(
      element("p", "As reported, collected in November 2026; none of them was measured here."),
      element("ul", ...REPORTED.map(([what, source]) => element("li", `${what} (${source}).`))),
    );
    const added = element("div");
    body.append(this.table, sentence, more, added, reported);
    costs?.(added, {
      lanes: () => this.lanes,
      plotly,
      listen: (call) => {
        this.#calls.add(call);
        return () => this.#calls.delete(call);
      },
      know: (machine) => {
        this.machine = machine;
        this.#again();
      },
    });
  }

  #again() {
    if (this.shown) this.show(...this.shown);
    if (this.step >= 0) this.paint(this.step);
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    this.shown = [recording, theme, taste];
    const shown = this.shownLanes();
    const lanes = shown.length > 0 ? shown : [{ recording, letter: "" }];
    const times = timesOf(lanes.map((lane) => lane.recording));
    this.lanes = lanes.map((lane, at) => laneOf(lane, times[at]));
    const rows = [
      ["passes, one after the other", "tdp-cost-now"],
      ["tokens a pass, whole run", ""],
      ["this pass", "tdp-cost-now"],
      ["this pass, at best", "tdp-cost-now"],
      ["this pass, measured", "tdp-cost-now"],
      ["all so far, encoder included", "tdp-cost-now"],
      ["measured, whole run", ""],
    ];
    this.cells = this.lanes.map(() => rows.map(([, style]) => element("td", style ? { class: style } : {})));
    this.cells.forEach((cells, at) => {
      const { perPass, time, costs } = this.lanes[at];
      setText(cells[1], Number.isNaN(perPass) ? "–" : digits(perPass, 2));
      setText(cells[6], time.note || secondsText(time.seconds));
      if (costs === null) setText(cells[2], "not known");
    });
    this.table.replaceChildren(
      element(
        "thead",
        element(
          "tr",
          element("td"),
          ...this.lanes.map(({ letter }) => element("th", { scope: "col" }, letter || "this run")),
        ),
      ),
      element(
        "tbody",
        ...rows.map(([name], row) =>
          element(
            "tr",
            row === 3 && this.machine === null ? { hidden: "" } : {},
            element("th", { scope: "row" }, name),
            ...this.cells.map((cells) => cells[row]),
          ),
        ),
      ),
    );
    if (this.lanes.some(({ costs }) => costs === null))
      this.table.append(
        element("caption", "The page does not know the shape of every model here, and computes nothing for it."),
      );
    for (const call of this.#calls) call();
  }

  paint(step: number) {
    this.step = step;
    const now = this.shownLanes();
    this.lanes.forEach((lane, at) => {
      const { recording, time } = lane;
      const moment = now.length > 0 ? now[at]?.moment : { step, noise: false };
      if (recording.frames.length > lane.flops.length) extend(lane);
      const cells = this.cells[at];
      const here = moment?.noise ? moment.step - 1 : (moment?.step ?? -1);
      setText(cells[0], recording.header.source ? "not recorded" : `${here + 1} of ${recording.frames.length}`);
      const cost = lane.costs?.[here];
      if (!cost) return [3, 4, 5].forEach((row) => setText(cells[row], "–"));
      setText(cells[2], `${flopsText(cost.flops)}, ${bytesText(cost.bytes)}`);
      const best = this.machine && roofline(cost.pass, this.machine);
      setText(cells[3], best ? `${timeText(best.seconds)}, ${LIMITS[best.limit]}` : "–");
      const seconds = recording.frames[here].seconds ?? NaN;
      setText(
        cells[4],
        recording.live ? "–" : time.note || (Number.isNaN(seconds) ? "not recorded" : timeText(seconds)),
      );
      setText(cells[5], `${flopsText(lane.flops[here])}, ${bytesText(lane.bytes[here])}`);
      if (at === 0) setText(this.parts, partsSentence(cost.pass));
    });
  }
}

function laneOf({ recording, letter }: { recording: Recording; letter: string }, time: Lane["time"]): Lane {
  const { perPass } = figuresOf(recording);
  const lane = { recording, letter, costs: stepCosts(recording), flops: [], bytes: [], perPass, time };
  extend(lane);
  return lane;
}

/** @param lane has more steps than before */
function extend({ recording, flops, bytes }: Lane) {
  for (const { flops: ours, bytes: theirs, encoder } of (stepCosts(recording) ?? []).slice(flops.length)) {
    flops.push((flops.at(-1) ?? 0) + ours + (encoder ? total(encoder.flops) : 0));
    bytes.push((bytes.at(-1) ?? 0) + theirs + (encoder ? total(encoder.bytes) : 0));
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
