/**
 * The roofline of a machine: how fast it can be for each number of operations per byte, with the passes of the runs that
 * were measured, and a computed one that two sliders move.
 */

import { inksOf } from "../../cells/inks.ts";
import { button, element, setText } from "../../dom/elements.ts";
import { axisOf, chartOf } from "../../panels/charts.ts";
import { denoiserPass, roofline, total } from "../../rules/cost.ts";
import { SHAPES } from "../../rules/shapes.ts";
import { modelOf } from "../../run/costs.ts";
import { GPUS } from "./gpus.ts";
import { MEASURED } from "./measured.ts";
import { claimSentence, machineText, pointSentence } from "./sentences.ts";
import type { LaneCosts } from "../../player/actions.ts";
import type { Machine } from "../../rules/cost.ts";
import type { Setting } from "./sentences.ts";

/** How fast the server's machine is, and whether it may be measured. */
export type MachineAnswer = { machine: Machine | null; may: boolean; refused: string };

type Picture = { machine: Machine | null; setting: Setting };

const FULL_SIZE = "google/diffusiongemma-26B-A4B-it";
/** Tokens before a computed canvas of it. */
const PREFIX = 1000;
const MOST_PEOPLE = 64;
/** Not blue, which means kept; told apart by their shape too. */
const SYMBOLS = ["circle", "square", "triangle-up", "x"];

export class Roofline {
  measuredMachine: Machine | null = null;
  lanes: LaneCosts[] = [];
  /** Why this machine could not be measured. */
  complaint = "";
  /** Can it be known how fast this machine is? */
  knowable = true;
  plotly: any = null;
  machines = element("select", { "aria-label": "Machine" });
  measure = button("Measure this machine", "Copies memory and multiplies matrices for about two seconds");
  about = element("p.tdp-hint", { role: "status" });
  plot = element("div.tdp-roofline", { role: "img" });
  positions: { input: HTMLInputElement; said: HTMLOutputElement; root: HTMLLabelElement };
  people: { input: HTMLInputElement; said: HTMLOutputElement; root: HTMLLabelElement };
  point = element("p.tdp-roofline-point", { role: "status" });
  claim = element("p");
  root: HTMLDivElement;

  /**
   * @param server measures this machine
   * @param measured how fast this machine is has become known
   */
  constructor(
    public server: (request: string) => Promise<MachineAnswer | undefined>,
    plotly: (() => Promise<any>) | null,
    public measured: (machine: Machine | null) => void,
  ) {
    this.measure.classList.add("tdp-pill");
    this.measure.onclick = () => this.#ask("measure");
    this.positions = slider("positions in a pass");
    this.people = slider("people in a batch");
    this.people.input.max = String(Math.log2(MOST_PEOPLE));
    this.machines.onchange = this.positions.input.oninput = this.people.input.oninput = () => this.#draw();
    const head = element("div.tdp-panel-head", element("h3", "Roofline"), this.machines, this.measure);
    this.root = element(
      "div.tdp-roofline-part",
      head,
      this.about,
      this.plot,
      this.positions.root,
      this.people.root,
      this.point,
      this.claim,
    );
    plotly?.().then(
      (loaded) => {
        this.plotly = loaded;
        this.#draw();
      },
      () => {},
    ); // the code that loads Plotly reports the error
    this.#ask("");
  }

  async #ask(request: string): Promise<void> {
    this.measure.disabled = true;
    const answer = await this.server(request).catch(() => undefined);
    if (answer?.may && !answer.machine && request === "") return this.#ask("measure");
    this.measure.disabled = false;
    this.knowable = answer === undefined || answer.may || answer.machine !== null;
    this.measure.hidden = !answer?.may;
    setText(this.measure, answer?.machine ? "Measure again" : "Measure this machine");
    this.complaint =
      answer === undefined ? "The server does not answer, so this machine is not known." : answer.refused;
    if (answer?.machine) this.measuredMachine = answer.machine;
    this.measured(this.measuredMachine);
  }

  show(lanes: LaneCosts[]) {
    this.lanes = lanes;
    const chosen = this.machines.value;
    const known = modelOf(lanes[0].recording);
    const names = [
      ...(known && this.knowable ? [["own", "this machine, the model of this run"]] : []),
      ...GPUS.map(({ name }) => [name, `${name}, the 26B model: COMPUTED`]),
    ];
    this.machines.replaceChildren(...names.map(([value, name]) => element("option", { value }, name)));
    if (names.some(([value]) => value === chosen)) this.machines.value = chosen;
    this.#draw();
  }

  get #picture(): Picture {
    const { recording } = this.lanes[0];
    const known = modelOf(recording);
    if (this.machines.value === "own" && known)
      return { machine: this.measuredMachine, setting: { ...known, prefix: recording.header.prompt_ids.length } };
    return {
      machine: GPUS.find(({ name }) => name === this.machines.value) ?? GPUS[0],
      setting: { shape: SHAPES[FULL_SIZE], width: 2, prefix: PREFIX },
    };
  }

  #draw() {
    if (this.lanes.length === 0) return;
    const { machine, setting } = this.#picture;
    const isMeasured = this.machines.value === "own";
    const { canvas } = setting.shape;
    this.positions.input.max = String(Math.log2(canvas));
    const positions = 2 ** Number(this.positions.input.value);
    const people = 2 ** Number(this.people.input.value);
    setText(this.positions.said, String(positions));
    setText(this.people.said, String(people));
    for (const place of [this.plot, this.positions.root, this.people.root, this.point, this.claim])
      place.hidden = machine === null;
    setText(this.about, this.#aboutSentence(machine, isMeasured));
    if (machine === null) return;
    setText(this.point, `COMPUTED: ${pointSentence(machine, setting, positions, people)}`);
    setText(
      this.claim,
      `${claimSentence(machine, setting, people)}${setting.shape === SHAPES.embedded ? ` ${MEASURED}` : ""}`,
    );
    this.plot.setAttribute("aria-label", `Roofline of ${machine.name}. ${this.point.textContent}`);
    this.plotly?.react(this.plot, this.#traces(machine, setting, positions, people, isMeasured), this.#layout(), {
      displayModeBar: false,
      responsive: true,
    });
  }

  /** @param isMeasured is it this machine? */
  #aboutSentence(machine: Machine | null, isMeasured: boolean) {
    if (isMeasured && this.complaint) return this.complaint;
    if (machine === null) return "This machine is measured, which takes about two seconds.";
    const rates = machineText(machine);
    if (isMeasured)
      return `${machine.name}, measured: ${rates}. Other work slows it down, and what stays in a cache may be faster than memory allows.`;
    return `COMPUTED, not measured: the 26B model in bfloat16 on an ${machine.name}, by the rates that its maker publishes: ${rates}.`;
  }

  #traces(machine: Machine, { shape, width, prefix }: Setting, positions: number, people: number, isMeasured: boolean) {
    const inks = inksOf(this.plot);
    const lanes = [inks.ink, inks.bound, inks.soft, inks.reopened];
    const corner = machine.flopsPerS / machine.bytesPerS;
    const roof = [corner / 300, corner, corner * 100];
    const computed = (at: number) => {
      const cost = denoiserPass(shape, { positions: at, rows: people, prefix, width });
      return { x: total(cost.flops) / total(cost.bytes), y: total(cost.flops) / roofline(cost, machine).seconds };
    };
    const path = [...Array(Math.log2(shape.canvas) + 1)].map((_, power) => computed(2 ** power));
    const here = computed(positions);
    const measured = isMeasured
      ? this.lanes.flatMap(({ recording, letter, costs }, at) => {
          const points =
            (recording.header.rows ?? 0) > 1
              ? []
              : recording.frames.flatMap(({ seconds = 0 }, step) =>
                  seconds > 0 && costs?.[step]
                    ? [{ x: costs[step].flops / costs[step].bytes, y: costs[step].flops / seconds }]
                    : [],
                );
          return points.length === 0
            ? []
            : [
                {
                  ...xy(points),
                  name: `${letter || "this run"}, measured`,
                  mode: "markers",
                  marker: { size: 7, symbol: SYMBOLS[at], color: lanes[at] },
                },
              ];
        })
      : [];
    return [
      {
        x: roof,
        y: roof.map((intensity) => Math.min(intensity * machine.bytesPerS, machine.flopsPerS)),
        name: "at best",
        mode: "lines",
        line: { color: inks.ink, width: 2 },
        hoverinfo: "skip",
      },
      {
        ...xy(path),
        name: `1 to ${shape.canvas} positions, computed`,
        mode: "lines+markers",
        line: { color: inks.bound, dash: "dot", width: 1 },
        marker: { size: 4, color: inks.bound },
        hoverinfo: "skip",
      },
      {
        ...xy([here]),
        name: "the sliders, computed",
        mode: "markers",
        marker: { size: 14, symbol: "diamond", color: inks.bound },
      },
      ...measured,
    ];
  }

  #layout() {
    const inks = inksOf(this.plot);
    const axis = { ...axisOf(inks), type: "log", dtick: 1, exponentformat: "power" };
    return chartOf(inks, {
      height: 280,
      margin: { l: 64, r: 8, t: 8, b: 40 },
      legend: { orientation: "h", y: -0.25 },
      xaxis: { ...axis, title: { text: "operations for each byte", standoff: 6 } },
      yaxis: { ...axis, title: { text: "operations a second", standoff: 4 } },
    });
  }
}

const xy = (points: { x: number; y: number }[]) => ({
  x: points.map(({ x }) => x),
  y: points.map(({ y }) => y),
  hovertemplate: "%{x:.3g} operations a byte, %{y:.3s} a second<extra></extra>",
});

/** @param name of a slider whose notches are powers of two */
function slider(name: string) {
  const input = element("input", {
    type: "range",
    min: "0",
    max: "8",
    step: "1",
    value: name.startsWith("positions") ? "7" : "0",
    "aria-label": name,
  });
  const output = element("output");
  return { input, said: output, root: element("label.tdp-roofline-slider", element("span", name), input, output) };
}
