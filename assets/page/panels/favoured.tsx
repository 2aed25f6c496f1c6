/** Which tokens of a person's own text stand at a step: each with the lead of another token over it, and the margin. */

import { useMemo } from "preact/hooks";
import { ownTextSentence } from "../rules/hand-sentences.ts";
import { leadDecision } from "../rules/hand.ts";
import { Frame } from "../ui/frame.tsx";
import { panelOf } from "./component.tsx";
import { shortToken } from "./panel.ts";
import { StepCanvas } from "./step-canvas.tsx";
import { StepChart } from "./step-chart.ts";

export const FavouredPanel = panelOf((shown) => {
  const { recording, step, chosen, taste } = shown;
  const chart = useMemo(() => new StepChart(), []);
  const now = recording.frames[step];
  const decision = leadDecision(now);
  if (decision === null) return null;
  const { order, rank, cut } = decision;
  const margin = Number(recording.headerAt(step).spec.settings.favour_margin);
  const sentence = ownTextSentence(now, margin, taste.unit);
  const favoured = chosen !== null && order[rank[chosen]] === chosen;
  const followed = favoured ? chosen : order[Math.max(cut - 1, 0)];
  return (
    <Frame name="Your own text">
      {order.length > 0 && (
        <StepCanvas
          class="tdp-favoured-chart"
          role="img"
          aria-label={`Favoured tokens by the lead of another. ${sentence}`}
          {...{ shown, chart }}
          picture={{
            decision,
            entropy: now.entropy,
            bound: margin,
            supposedBound: null,
            followed,
            chosen: favoured,
            token: shortToken(recording, now.sampled_ids[followed]),
            names: [cut === 1 ? "stands" : "stand", order.length - cut === 1 ? "gives way" : "give way"],
            limit: "margin",
          }}
        />
      )}
      <p class="tdp-why">{sentence}</p>
    </Frame>
  );
});
