/** A chart that Plotly draws: loaded when it is first seen, drawn again when it shows something else, as wide as its place. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { onceSeen } from "../dom/elements.ts";
import { useWidth } from "../ui/width.ts";
import type { Reader } from "../player/panel.ts";

/** Of the layout that was drawn; they turn values into pixels. */
type Axes = { xaxis: any; yaxis: any };

/**
 * @param load Plotly; null if the page has none
 * @param chart to draw into an element; null for none yet
 * @param shown is drawn again where one of these is another one
 * @param press called with a pressed point
 * @returns references for its place and for the element in it, and its axes; null before it is drawn
 */
export function usePlot(
  load: Reader["plotly"],
  chart: (plot: HTMLElement) => { data: object[]; layout: object } | null,
  shown: unknown[],
  press: (point: any) => void,
) {
  const [place, width] = useWidth();
  const plot = useRef<any>(null);
  const plotly = useSignal<any>(null);
  const axes = useSignal<Axes | null>(null);
  const measure = () => {
    const { xaxis, yaxis } = plot.current._fullLayout;
    axes.value = { xaxis, yaxis };
  };
  const draw = async () => {
    const drawn = plotly.value && chart(plot.current);
    if (!drawn) return;
    await plotly.value.react(plot.current, drawn.data, drawn.layout, { displayModeBar: false, responsive: false });
    if (axes.value === null) plot.current.on("plotly_click", ({ points }: any) => press(points[0]));
    measure();
  };
  const begin = async () => (plotly.value = (await load?.().catch(() => null)) ?? null); // what loads it reports the error
  useLayoutEffect(() => onceSeen(place.current as HTMLElement, begin), []);
  useLayoutEffect(() => void draw(), [plotly.value, ...shown]);
  useLayoutEffect(() => {
    if (width > 0 && axes.value !== null) plotly.value.Plots.resize(plot.current).then(measure);
  }, [width]);
  return { place, plot, axes: axes.value };
}
