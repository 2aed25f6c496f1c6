/** The stop gauge: how far a block is from ending by each of the three rules that can end it, and which one did. */

import { endSentence } from "../rules/explain.ts";
import { Frame } from "../ui/frame.tsx";
import { Track } from "../ui/track.tsx";
import { hint, words } from "../words/terms.ts";
import { PER_NAT, apart } from "../words/units.ts";
import { panelOf } from "./component.tsx";

/** The scale of the mean entropy: powers of ten, in nats. */
const [LOWEST, HIGHEST] = [-4, 1];

/** @returns place on the logarithmic scale, 0 .. 1 */
export function logPlace(nats: number): number {
  const power = nats > 0 ? Math.log10(nats) : LOWEST;
  return Math.min(Math.max((power - LOWEST) / (HIGHEST - LOWEST), 0), 1);
}

export const StopGauge = panelOf(({ recording, step, taste: { unit, terms } }) => {
  const now = recording.frames[step];
  const { settings } = recording.headerAt(step).spec;
  const { max_denoising_steps: most, stability_threshold: k, confidence_threshold: threshold } = settings;
  const [mean, limit] = apart(now.mean_entropy * PER_NAT[unit], threshold * PER_NAT[unit]);
  const confident = now.mean_entropy < threshold;
  const need = threshold === 0 ? "a limit of 0 is never met" : confident ? `below ${limit}` : `needs below ${limit}`;
  return (
    <Frame name="When it stops">
      <Meter
        name="Confident"
        hint={hint("confidence", terms)}
        met={confident}
        zone={threshold > 0 ? logPlace(threshold) : 0}
        mark={logPlace(now.mean_entropy)}
        text={`${mean} ${unit}, ${need}`}
      />
      <Meter
        name="Stable"
        hint={hint("stability", terms)}
        met={now.stable_for >= k}
        bar={k === 0 ? 1 : Math.min(now.stable_for / k, 1)}
        text={`${now.stable_for} of ${k}`}
      />
      <Meter
        name="Steps"
        hint={hint("step", terms)}
        met={now.step >= most}
        bar={now.step / most}
        text={`${now.step} of ${most}`}
      />
      <p class={`tdp-gauge-verdict${recording.closesBlock(step) ? " tdp-ended" : ""}`}>
        {endSentence(recording, step, words(terms).part)}
      </p>
    </Frame>
  );
});

/** Places are 0 .. 1. */
type MeterProps = {
  name: string;
  hint: string;
  met: boolean;
  text: string;
  bar?: number;
  zone?: number;
  mark?: number;
};

const Meter = ({ name, hint, met, text, bar = 0, zone = 0, mark }: MeterProps) => (
  <div class={`tdp-meter${met ? " tdp-is-met" : ""}`} title={hint}>
    <span class="tdp-meter-name">{name}</span>
    <Track share={bar}>
      {zone > 0 && <i class="tdp-zone" style={{ width: `${100 * zone}%` }} />}
      {mark !== undefined && <i class="tdp-mark" style={{ "--tdp-at": `calc((100% - 4px) * ${mark})` }} />}
    </Track>
    <span class="tdp-meter-text">
      <span class="tdp-meter-value">{text}</span>
      <span class="tdp-met">{met && " ✓"}</span>
    </span>
  </div>
);
