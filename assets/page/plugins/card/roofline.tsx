/**
 * The roofline of a machine: how fast it can be for each number of operations per byte, with the passes of the runs that
 * were measured, and a computed one that two sliders move.
 */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { inksOf } from "../../cells/inks.ts";
import { usePlot } from "../../panels/plot.ts";
import { SHAPES } from "../../rules/shapes.ts";
import { Pill } from "../../ui/pill.tsx";
import { NO_ANSWER, machinesFor } from "./machines.ts";
import { MEASURED } from "./measured.ts";
import { rooflineChart } from "./roofline-chart.ts";
import { aboutSentence, claimSentence, pointSentence } from "./sentences.ts";
import type { Signal } from "@preact/signals";
import type { CostsShown, LaneCosts } from "../../player/actions.ts";
import type { Machine } from "../../rules/cost.ts";
import type { MachineAnswer } from "./machines.ts";

const MOST_PEOPLE = 64;

interface Props extends Pick<CostsShown, "plotly" | "know"> {
  lanes: LaneCosts[];
  /** Measures this machine. */
  server: (request: string) => Promise<MachineAnswer | undefined>;
  /** Another one each time: runs grow in place. */
  picture: number;
}

export function Roofline({ lanes, server, plotly, know, picture }: Props) {
  /** What the server answered last; null before it has. */
  const answer = useSignal<MachineAnswer | null>(null);
  const measured = useSignal<Machine | null>(null);
  const busy = useSignal(true);
  const wanted = useSignal("");
  /** Powers of two. */
  const [positionsAt, peopleAt] = [useSignal(7), useSignal(0)];

  const ask = async (request: string): Promise<void> => {
    busy.value = true;
    const answered = (await server(request).catch(() => undefined)) ?? NO_ANSWER;
    if (answered.may && !answered.machine && request === "") return ask("measure");
    busy.value = false;
    answer.value = answered;
    measured.value = answered.machine ?? measured.value;
    know(measured.value);
  };
  useEffect(() => void ask(""), []);

  const { names, chosen, isMeasured, machine, setting } = machinesFor(
    lanes[0].recording,
    answer.value,
    measured.value,
    wanted.value,
  );
  const most = Math.log2(setting.shape.canvas);
  const [positions, people] = [2 ** Math.min(positionsAt.value, most), 2 ** peopleAt.value];
  const point = machine ? `COMPUTED: ${pointSentence(machine, setting, positions, people)}` : "";
  const { place, plot } = usePlot(
    plotly,
    (plot) =>
      machine && rooflineChart({ machine, setting, positions, people, lanes: isMeasured ? lanes : [] }, inksOf(plot)),
    [machine, chosen, positions, people, picture],
    () => {},
  );
  return (
    <div class="tdp-roofline-part">
      <div class="tdp-panel-head">
        <h3>Roofline</h3>
        <select
          aria-label="Machine"
          value={chosen}
          onChange={({ currentTarget }) => (wanted.value = currentTarget.value)}
        >
          {names.map(([value, name]) => (
            <option value={value}>{name}</option>
          ))}
        </select>
        <Pill
          hint="Copies memory and multiplies matrices for about two seconds"
          hidden={answer.value?.may === false}
          disabled={busy}
          onClick={() => ask("measure")}
        >
          {answer.value?.machine ? "Measure again" : "Measure this machine"}
        </Pill>
      </div>
      <p class="tdp-hint" role="status">
        {aboutSentence(machine, isMeasured, answer.value?.refused ?? "")}
      </p>
      <div
        class="tdp-roofline"
        role="img"
        aria-label={machine ? `Roofline of ${machine.name}. ${point}` : undefined}
        hidden={!machine}
        ref={place}
      >
        <div ref={plot} />
      </div>
      <Slider name="positions in a pass" at={positionsAt} most={most} hidden={!machine} />
      <Slider name="people in a batch" at={peopleAt} most={Math.log2(MOST_PEOPLE)} hidden={!machine} />
      <p class="tdp-roofline-point" role="status" hidden={!machine}>
        {point}
      </p>
      <p hidden={!machine}>
        {machine &&
          `${claimSentence(machine, setting, people)}${setting.shape === SHAPES.embedded ? ` ${MEASURED}` : ""}`}
      </p>
    </div>
  );
}

/** Its notches are powers of two, `most` the last one's. */
function Slider({ name, at, most, hidden }: { name: string; at: Signal<number>; most: number; hidden: boolean }) {
  const notch = Math.min(at.value, most);
  return (
    <label class="tdp-roofline-slider" hidden={hidden}>
      <span>{name}</span>
      <input
        type="range"
        aria-label={name}
        min={0}
        max={most}
        value={notch}
        onInput={({ currentTarget }) => (at.value = currentTarget.valueAsNumber)}
      />
      <output>{2 ** notch}</output>
    </label>
  );
}
