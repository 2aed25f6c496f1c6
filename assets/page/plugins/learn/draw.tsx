/**
 * Draw it first: an empty chart, in which the reader draws a curve before the run's own is shown over it. By pointer or
 * finger the curve follows; with the keys each point is set, and the curve is straight between those that are.
 */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { freshId } from "../../dom/elements.ts";
import { digits } from "../../words/units.ts";
import { curveThrough, drawVerdict, furthest, pointName, strokeThrough } from "./answers.ts";
import { Chart, Dot, Picture } from "./chart.tsx";
import { Choice } from "./choice.tsx";
import { Miss } from "./miss.tsx";
import { useChange, usePlayer } from "./use-player.ts";
import type { TargetedPointerEvent } from "preact";
import type { Draw } from "./lesson.ts";
import type { Around } from "./stand.ts";

/** How far a press of a key moves a point, in parts of the axis. */
const MOVES: Record<string, number> = {
  ArrowUp: 1 / 20,
  ArrowDown: -1 / 20,
  PageUp: 1 / 5,
  PageDown: -1 / 5,
  Enter: 0,
};

export function Drawing({ block: question, player, go, recording, tell }: Around<Draw>) {
  const { points, top, unit, axis } = question;
  const [chart, hatching] = useMemo(() => {
    const words = axis.unit ? `${axis.name}, ${axis.unit}` : axis.name;
    return [new Chart({ labels: points.map(({ label }) => label), words, top, unit }), freshId("tdp-gap")];
  }, []);
  const nothing = points.map(() => null);
  const drawn = useSignal<(number | null)[]>(nothing);
  /** The point that the keys or the pointer are at. */
  const place = useSignal(0);
  const answered = useSignal(false);
  const slider = useRef<HTMLDivElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  useChange(answered.value, (answered) => (answered ? again : slider).current?.focus({ preventScroll: true }));
  /** The step that the canvas shows, once it gives nothing away. */
  const here = usePlayer(player, "paint", () => {
    const shows = answered.value && "run" in points[0] && player.recording === recording();
    return shows ? points.findIndex(({ row }) => row === player.step) : -1;
  });

  const measured = points.map(({ value }) => value);
  const curve = curveThrough(drawn.value);
  const few = drawn.value.filter((value) => value !== null).length < 2;
  const value = curve[place.value];
  const figure = value === undefined ? "nothing drawn yet" : `${digits(value, 3)} ${unit}`;
  const beside = answered.value ? `, and it was ${digits(measured[place.value], 3)}` : "";
  const sentence = `${pointName(question, place.value)}: ${answered.value ? "you drew " : ""}${figure}${beside}`;
  const repeats = answered.value && place.value === furthest(question, curve); // the verdict

  const visit = (to: number) => {
    place.value = to;
    const { run, row, noise } = points[to];
    if (answered.value && run !== undefined) go({ run, row, noise });
  };
  const stroke = (from: number, to: number, end: number) => {
    if (!answered.value) drawn.value = strokeThrough(drawn.value, from, to, end, top);
  };
  const follow = (event: TargetedPointerEvent<HTMLDivElement>, from?: number) => {
    const to = chart.under(event);
    stroke(from ?? to.place, to.place, to.value);
    if (to.place !== from) visit(to.place);
  };
  const key = (event: KeyboardEvent) => {
    const at = place.value;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: points.length - 1 }[event.key];
    const move = MOVES[event.key];
    if (to === undefined && (answered.value || move === undefined)) return;
    event.preventDefault();
    if (to !== undefined) visit(Math.min(Math.max(to, 0), points.length - 1));
    else stroke(at, at, (value ?? top / 2) + move * top);
  };
  const compare = () => {
    answered.value = true;
    place.value = furthest(question, curve);
    tell(drawVerdict(question, curve));
  };
  const begin = () => ([drawn.value, answered.value, place.value] = [nothing, false, 0]);

  return (
    <div>
      <div
        class="tdp-drawing"
        ref={slider}
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Your curve. Left and right choose a ${axis.name}, up and down move its point`}
        aria-valuemin={0}
        aria-valuemax={top}
        aria-valuenow={value ?? 0}
        aria-valuetext={sentence}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event, place.value);
        }}
        onKeyDown={key}
      >
        <Picture chart={chart}>
          <defs>
            <pattern id={hatching} width={6} height={6} patternUnits="userSpaceOnUse">
              <path d="M-1 7 7 -1M-1 1 1 -1M5 7 7 5" class="tdp-drawing-hatch" />
            </pattern>
          </defs>
          <path class="tdp-drawing-head" d={here < 0 ? "" : `M${chart.x(here)} ${chart.ceiling}V${chart.floor}`} />
          <path
            class="tdp-drawing-gap"
            style={{ fill: `url(#${hatching})` }}
            d={answered.value ? chart.between(curve, measured) : ""}
          />
          <path class="tdp-drawing-run" d={answered.value ? chart.line(measured) : ""} />
          <path class="tdp-drawing-theirs" d={chart.line(curve)} />
          {answered.value && <Miss {...{ question, chart, curve }} />}
          {!answered.value && value !== undefined && (
            <Dot {...{ chart, value }} look="tdp-drawing-theirs" place={place.value} />
          )}
        </Picture>
      </div>
      <small class="tdp-drawing-hint" hidden={answered.value}>
        Drag in the chart. With the keys: left and right choose, up and down move.
      </small>
      <div class="tdp-choices">
        <Choice face="Compare" hidden={answered.value} disabled={few} onClick={compare} />
        <Choice face="Draw again" hidden={!answered.value} ref={again} onClick={begin} />
        <output>{repeats ? "" : sentence}</output>
      </div>
    </div>
  );
}
