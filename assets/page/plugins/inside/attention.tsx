/** Where a position looks: in words, in what the encoder has read, and as lines over the cells. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { cellText } from "../../words/glyphs.ts";
import { percent } from "../../words/units.ts";
import { draw } from "./lines.ts";
import { meanOf, shares } from "./weights.ts";
import type { Signal } from "@preact/signals";
import type { Layout } from "../../cells/layout.ts";
import type { Seen } from "./weights.ts";

/** The darkest shade of what the encoder has read, per cent of ink. */
const DARKEST = 35;

interface Props {
  seen: Seen;
  position: number;
  /** Holds the cells. */
  stage: HTMLElement;
  layout: Layout;
}

export function Attention({ seen, position, stage, layout }: Props) {
  const { keys, prefix, layers, heads, attention, causal } = seen;
  const [pattern, layer, head] = [useSignal("attention"), useSignal("-1"), useSignal("-1")];
  const weights = useMemo(
    () => meanOf((pattern.value === "causal" && causal) || attention, seen, Number(layer.value), Number(head.value)),
    [pattern.value, layer.value, head.value],
  );
  const overlay = useMemo(() => {
    const canvas = document.createElement("canvas");
    return Object.assign(canvas, { className: "tdp-inside-lines", ariaHidden: "true" });
  }, []);
  useLayoutEffect(() => {
    stage.append(overlay);
    return () => overlay.remove();
  }, []);
  useLayoutEffect(() => draw(overlay, layout, weights.subarray(prefix), position), [layout, weights]);
  const { read, canvas, best } = shares(weights, prefix);
  const where = best < prefix ? "in what was read before" : `at position ${best - prefix}`;
  const most = Math.max(...weights);
  return (
    <>
      <h4>Where it looks</h4>
      <div class="tdp-inside-choices">
        {causal !== null && (
          <Choice
            name="Which attention"
            chosen={pattern}
            faces={[
              ["attention", "denoiser: both ways"],
              ["causal", "encoder: only back"],
            ]}
          />
        )}
        <Choice name="Layer" chosen={layer} faces={numbered("layer", layers)} />
        <Choice name="Head" chosen={head} faces={numbered("head", heads)} />
      </div>
      <p class="tdp-inside-summary">
        {`It looks ${percent(read)} at what the encoder has read and ${percent(canvas)} at the canvas; most at “${cellText(keys[best])}” ${where}, ${percent(weights[best])}.`}
      </p>
      <p
        class="tdp-inside-prefix"
        tabIndex={0}
        aria-label="What the encoder has read, shaded by how much this position looks at it"
      >
        {keys.slice(0, prefix).map((text, at) => {
          const ink = Math.round((DARKEST * weights[at]) / most);
          const background = `color-mix(in srgb, var(--tdp-ink) ${ink}%, transparent)`;
          return (
            <span title={percent(weights[at])} style={{ background }}>
              {cellText(text)}
            </span>
          );
        })}
      </p>
    </>
  );
}

type Faces = [value: string, face: string][];

const Choice = ({ name, chosen, faces }: { name: string; chosen: Signal<string>; faces: Faces }) => (
  <select aria-label={name} value={chosen.value} onChange={({ currentTarget: { value } }) => (chosen.value = value)}>
    {faces.map(([value, face]) => (
      <option value={value}>{face}</option>
    ))}
  </select>
);

const numbered = (name: string, count: number): Faces => [
  ["-1", `all ${name}s`],
  ...Array.from({ length: count }, (_, at): Faces[number] => [String(at), `${name} ${at + 1}`]),
];
