/** The map as Plotly draws it, and over it the reader's dot, which goes from mark to mark by dragging or by arrow keys. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { usePlot } from "../../panels/plot.ts";
import { HEIGHT, layoutOf, linesOf } from "./plot.ts";
import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import type { Theme } from "../../cells/colour.ts";
import type { Reader } from "../../player/panel.ts";
import type { Mark } from "./marks.ts";
import type { Group } from "./plot.ts";

/** Keys of the dot, and by how many marks they move it. */
const KEYS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: -Infinity,
  End: Infinity,
};

interface Props extends Pick<Reader, "plotly"> {
  groups: Group[];
  /** Where the dot is; null where the present settings were not measured. */
  here: Mark | null;
  /** What is known there. */
  about: string;
  theme: Theme;
  hidden: boolean;
  use: (mark: Mark) => void;
  look: (mark: Mark) => void;
  /** Of a mark, with `<br>` between its lines. */
  text: (mark: Mark) => string;
}

export function MapChart(props: Props) {
  const { groups, here, about, theme, hidden, use, look } = props;
  /** From few passes to many. */
  const marks = useMemo(() => groups.flatMap(({ marks }) => marks).sort((a, b) => a.passes - b.passes), [groups]);
  const { place, plot, axes } = usePlot(
    props.plotly,
    (plot) => (marks.length > 0 ? { data: linesOf(plot, props), layout: layoutOf(plot, marks, groups.length) } : null),
    [groups, theme],
    (point) => look(point.customdata),
  );
  const dragged = useSignal<Mark | null>(null);
  const standing = dragged.value ?? here;
  /** In pixels; without a mark it is in the corner. */
  const placeOf = (mark: Mark | null): [x: number, y: number] => {
    if (axes === null) return [0, 0];
    const { xaxis, yaxis } = axes;
    return mark
      ? [xaxis._offset + xaxis.d2p(mark.passes), yaxis._offset + yaxis.d2p(mark.right / mark.cases)]
      : [xaxis._offset + 14, yaxis._offset + yaxis._length - 14];
  };
  const [x, y] = placeOf(standing);

  const key = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const by = KEYS[event.key];
    if (by === undefined || marks.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = here ? marks.indexOf(here) : by > 0 ? -1 : marks.length;
    use(marks[Math.min(Math.max(at + by, 0), marks.length - 1)]);
  };
  const press = (event: TargetedPointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = ({ currentTarget, pointerId, clientX, clientY }: TargetedPointerEvent<HTMLDivElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left, top } = plot.current.getBoundingClientRect();
    const far = (mark: Mark) => {
      const [x, y] = placeOf(mark);
      return Math.hypot(x - (clientX - left), y - (clientY - top));
    };
    const nearest = marks.reduce((best, mark) => (far(mark) < far(best) ? mark : best));
    if (nearest === dragged.value) return;
    dragged.value = nearest;
    look(nearest);
  };
  const drop = () => {
    if (dragged.value) use(dragged.value);
    dragged.value = null;
  };
  return (
    <div class="tdp-map-chart" ref={place} hidden={hidden} style={{ minHeight: `${HEIGHT}px` }}>
      <div class="tdp-plot" ref={plot} />
      <div
        class={`tdp-map-dot${standing ? "" : " tdp-map-nowhere"}`}
        role="slider"
        tabIndex={0}
        aria-label="Your setting, among those that were measured"
        aria-valuemin={1}
        aria-valuemax={marks.length}
        aria-valuenow={standing ? marks.indexOf(standing) + 1 : 1}
        aria-valuetext={about}
        hidden={axes === null || marks.length === 0}
        style={{ translate: `${x}px ${y}px` }}
        onKeyDown={key}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={() => (dragged.value = null)}
      />
    </div>
  );
}
