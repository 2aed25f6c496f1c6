/** The most probable tokens of a position at one step, as bars, and all others together, so that the bars add up to 100%. */

import { Track } from "../ui/track.tsx";
import { tokenText } from "../words/glyphs.ts";
import { counted, percent } from "../words/units.ts";
import { tokenProps } from "./panel.ts";
import type { ComponentChildren } from "preact";
import type { Candidates } from "../run/one-step.ts";
import type { Recording } from "../run/recording.ts";

/** Room for a token's text, in pixels. */
const WIDTH = 58;

interface CandidateBarsProps {
  /** For screen readers. */
  name: string;
  recording: Recording;
  candidates: Candidates;
  /** The token that was drawn, and what the page calls it; none is marked by default. */
  sampled?: number;
  drawn?: string;
}

export function CandidateBars({ name, recording, candidates, sampled, drawn = "" }: CandidateBarsProps) {
  const { list, rest } = candidates;
  const among = list.some(({ id }) => id === sampled);
  return (
    <ol class="tdp-candidates" aria-label={name}>
      {list.map(({ id, share, cool }) => (
        <Bar
          look={id === sampled && drawn ? "tdp-is-drawn" : ""}
          token={tokenProps(tokenText(recording, id), WIDTH)}
          share={share}
          pale={drawn === "" ? 0 : cool * list[0].share}
          marks={id === sampled && drawn}
        />
      ))}
      <Bar
        look={`tdp-others${!among && drawn ? " tdp-is-drawn" : ""}`}
        token={tokenProps(counted(rest.count, "other").replace(/\B(?=(\d{3})+ )/, ","), 2 * WIDTH)}
        share={Math.max(rest.share, Number.EPSILON)} // every token has some probability
        marks={!among && drawn}
      />
    </ol>
  );
}

interface BarProps {
  look?: string;
  token: ReturnType<typeof tokenProps>;
  share: number;
  /** How they compare without the temperature: the first one is as long either way. */
  pale?: number;
  /** Beside it, such as what the page calls the token that was drawn. */
  marks: ComponentChildren;
}

export const Bar = ({ look, token, share, pale, marks }: BarProps) => (
  <li class={look}>
    <span class="tdp-token" {...token} />
    <Track share={share} pale={pale} />
    <span class="tdp-share">{percent(share)}</span>
    <span class="tdp-marks">{marks}</span>
  </li>
);
