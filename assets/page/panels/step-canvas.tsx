/** The drawing of a choice, as wide as its place. Pointing at a bar or pressing it means its position. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { useWidth } from "../ui/width.ts";
import { HEIGHT } from "./step-chart.ts";
import type { HTMLAttributes } from "preact";
import type { Shown } from "./component.tsx";
import type { Picture, StepChart } from "./step-chart.ts";

interface StepCanvasProps extends HTMLAttributes<HTMLCanvasElement> {
  chart: StepChart;
  picture: Omit<Picture, "unit" | "shades" | "inks" | "pointed">;
  shown: Shown;
}

export function StepCanvas({ chart, picture, shown, ...attributes }: StepCanvasProps) {
  const { inks, shades, taste, reader } = shown;
  const { order, rank } = picture.decision;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [place, width] = useWidth();
  const under = shown.pointed.value;
  const pointed = under !== null && order[rank[under]] === under ? under : null;
  useLayoutEffect(() => {
    if (width > 0)
      chart.paint(canvas.current as HTMLCanvasElement, width, { ...picture, inks, shades, unit: taste.unit, pointed });
  });
  const at = ({ offsetX }: PointerEvent) => order[chart.barAt(offsetX)] ?? null;
  return (
    <div ref={place}>
      <canvas
        ref={canvas}
        style={{ width: `${width}px`, height: `${HEIGHT}px` }}
        onPointerMove={(event) => reader.point(at(event))}
        onPointerUp={(event) => reader.choose(at(event))}
        onPointerLeave={() => reader.point(null)}
        {...attributes}
      />
    </div>
  );
}
