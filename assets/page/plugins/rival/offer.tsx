/** A rival among the offers of Compare, and its lane: who answers, what has come by then, and what is said of it. */

import { LOST } from "../../page/live.ts";
import { Pill } from "../../ui/pill.tsx";
import { RIVAL_IS, askedSentence, rivalSentence, textOf, whereSentence } from "./sentences.ts";
import type { RivalLane } from "./lane.ts";

const HINT = "Send this prompt to the other server, and show its text as it arrives";

export const Offer = ({ source, race }: { source: string; race: () => void }) => (
  <Pill data-race="rival" hint={HINT} onClick={race}>
    {`race against ${source}`}
  </Pill>
);

export function Lane({ lane, race }: { lane: RivalLane; race: () => void }) {
  const [answer, moment, named] = [lane.answer.value, lane.moment.value, lane.named.value];
  const answers = lane.prompt.value !== "";
  const sentence = [rivalSentence(answer), answer.refused].filter(Boolean).join(" ");
  return (
    <>
      <div class="tdp-lane-head">
        <b class="tdp-lane-letter">{lane.letter}</b>
        <strong dir="auto">{named}</strong>
        <span class="tdp-lane-where">{answers && whereSentence(answer, moment)}</span>
        <button type="button" title="Take the rival away" onClick={() => lane.close()}>
          ×
        </button>
      </div>
      <p class="tdp-rival-text" dir="auto" tabIndex={0}>
        {textOf(answer, answer.over ? moment : Infinity)}
      </p>
      <p class="tdp-hint" role="status">
        {lane.lost.value ? LOST : answers ? sentence : askedSentence(named, lane.source)}
      </p>
      <Pill hint={HINT} hidden={answers || named !== lane.source} onClick={race}>
        Ask again
      </Pill>
      <p class="tdp-hint">{RIVAL_IS}</p>
    </>
  );
}
