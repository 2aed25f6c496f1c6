/** What the runs that are shown cost: their passes by formula, the seconds that were measured, and the roofline below. */

import { element, setText } from "../dom/elements.js";
import { addStyle } from "../dom/style.js";
import { roofline, total } from "../rules/cost.js";
import { stepCosts } from "../run/costs.js";
import { figuresOf, timesOf } from "../run/lanes.js";
import { LIMITS, REHEARSED_FLOOR, REPORTED, bytesText, flopsText, rehearsedRows, timeText } from "../words/cost.js";
import { digits, secondsText } from "../words/units.js";
import { frame } from "./panel.js";
import { Roofline } from "./roofline.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("./panel.js").Recording} Recording */
/** @typedef {import("../rules/cost.js").Machine} Machine */
/** @typedef {{ recording: Recording, letter: string, costs: import("../run/costs.js").StepCost[] | null, flops: number[], bytes: number[], perPass: number, time: { seconds: number, note: string } }} Lane its costs, and their sums after each step */

/** The parts of a pass, in words. @type {Record<string, string>} */
const PARTS = {
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

/** @implements {Panel} */
export class CostPanel {
  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, { lanes, machine, plotly }) {
    addStyle("compare");
    this.shownLanes = lanes?.shown ?? (() => []);
    const body = frame(root, "Cost");
    this.table = element("table.tdp-cost-table");
    this.parts = element("p.tdp-hint");
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
    const [names, ...rows] = rehearsedRows();
    const rehearsed = element(
      "details.tdp-more",
      element("summary", "What a step of the 26B model does beside reading weights"),
      element("p.tdp-hint", REHEARSED_FLOOR),
      element(
        "table.tdp-cost-table",
        element("thead", element("tr", ...names.map((name) => element("th", { scope: "col" }, name)))),
        element(
          "tbody",
          ...rows.map(([part, ...cells]) =>
            element("tr", element("th", { scope: "row" }, part), ...cells.map((cell) => element("td", cell))),
          ),
        ),
      ),
    );
    /** @type {Machine | null} */
    this.machine = null;
    this.roofline = new Roofline(machine, plotly, (measured) => {
      this.machine = measured;
      this.#again();
    });
    body.append(this.table, sentence, more, this.roofline.root, rehearsed, reported);
    /** @type {Lane[]} */
    this.lanes = [];
    /** @type {HTMLElement[][]} the cells that change with the step, lane by lane */
    this.cells = [];
    /** @type {Parameters<Panel["show"]> | null} */
    this.shown = null;
    this.step = -1;
  }

  #again() {
    if (this.shown) this.show(...this.shown);
    if (this.step >= 0) this.paint(this.step);
  }

  /** @type {Panel["show"]} */
  show(recording, theme, taste) {
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
    this.roofline.show(this.lanes);
  }

  /** @param {number} step */
  paint(step) {
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

/** @param {{ recording: Recording, letter: string }} shown @param {Lane["time"]} time @returns {Lane} */
function laneOf({ recording, letter }, time) {
  const { perPass } = figuresOf(recording);
  const lane = { recording, letter, costs: stepCosts(recording), flops: [], bytes: [], perPass, time };
  extend(lane);
  return lane;
}

/** @param {Lane} lane has more steps than before */
function extend({ recording, flops, bytes }) {
  for (const { flops: ours, bytes: theirs, encoder } of (stepCosts(recording) ?? []).slice(flops.length)) {
    flops.push((flops.at(-1) ?? 0) + ours + (encoder ? total(encoder.flops) : 0));
    bytes.push((bytes.at(-1) ?? 0) + theirs + (encoder ? total(encoder.bytes) : 0));
  }
}

/** @param {import("../rules/cost.js").Cost} cost */
function partsSentence({ flops, bytes }) {
  const list = (/** @type {Record<string, number>} */ parts, /** @type {(value: number) => string} */ text) =>
    Object.entries(parts)
      .filter(([, value]) => value > 0)
      .sort(([, a], [, b]) => b - a)
      .map(([part, value]) => `${PARTS[part]} ${text(value)}`)
      .join(", ");
  return `Operations: ${list(flops, flopsText)}. Bytes: ${list(bytes, bytesText)}. Of the experts, only those that some position is expected to reach are counted.`;
}
