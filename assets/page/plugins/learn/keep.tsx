/**
 * Be the sampler: at a step of a run the reader paints the words to keep, on the page's canvas, and a bucket fills with what
 * they cost. Then the sampler's own choice is shown over it; where there is a model the run goes on from the reader's.
 */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { boundOf, decisionOf } from "../../rules/decision.ts";
import { content } from "../../run/metrics.ts";
import { tokenText } from "../../words/glyphs.ts";
import { counted, entropyIn } from "../../words/units.ts";
import { verdictSentence } from "../../words/verdict.ts";
import { Agreement } from "./agreement.tsx";
import { agreementOf, editOf, keepVerdict } from "./answers.ts";
import { Bucket, lengthFor } from "./bucket.tsx";
import { Choice } from "./choice.tsx";
import { figures } from "./trial.tsx";
import { useBelow } from "./use-below.ts";
import { usePaint } from "./use-paint.ts";
import { useChange, useEvent, usePlayer } from "./use-player.ts";
import type { Decision } from "../../rules/decision.ts";
import type { Recording } from "../../run/recording.ts";
import type { Keep } from "./lesson.ts";
import type { Around } from "./stand.ts";

export const HINT =
  "Drag over words, or press them; once more takes them back. With the keys: arrows move, Space paints.";
const GOES_ON = "Your choice goes on from here, with the same seed. Nothing else is changed.";

export function Keeping({ block, player, recording, open, again: askAgain, branch, tell }: Around<Keep>) {
  const { row, hidden } = block;
  const [run, text, costs] = useMemo(() => {
    const run = recording();
    return [run, content(run, row), (decisionOf(run.frames[row], run.header) as Decision).figures];
  }, []);
  const { accepted, sampled_ids } = run.frames[row];
  const bound = Number(boundOf(run.header));
  const others = [...text.keys()].filter((position) => text[position] === 0 && accepted[position] === 1);
  const rest = others.reduce((sum, position) => sum + costs[position], 0);
  const word = (position: number) => ({ text: tokenText(run, sampled_ids[position]), cost: costs[position] });
  const load = (mask: ArrayLike<number>) => ({
    words: [...text.keys()].filter((position) => text[position] && mask[position]).map(word),
    rest,
  });
  const name = ({ text, cost }: ReturnType<typeof word>) => (hidden ? text : `${text}, ${entropyIn(cost, "nats")}`);
  const cells = () => Array.from(text, (flag, position) => ({ name: name(word(position)), open: flag === 1 }));

  const here = () =>
    open() &&
    player.recording === run &&
    player.step === row &&
    !player.noise &&
    player.lanes.length === 1 &&
    player.views.taste.layer === "sampled";
  const paint = usePaint(player, "Words: paint those that you would keep", cells, here);
  const answered = useSignal(false);
  const again = useRef<HTMLButtonElement>(null);
  useChange(answered.value, (answered) => (answered ? again.current : paint.root)?.focus({ preventScroll: true }));
  const agreement = agreementOf(paint.chosen, accepted, text);
  const differing = agreement.reader.length + agreement.rule.length;
  const show = () => {
    paint.answer(accepted);
    answered.value = true;
    tell(keepVerdict(run, block, paint.chosen));
  };
  const paintAgain = () => {
    says.value = "";
    paint.answer(null);
    answered.value = false;
    askAgain();
  };

  /** What comes of the run that goes on from the reader's choice. */
  const says = useSignal("");
  const goOn = async () => {
    if (await branch?.(run, run.momentOf(row), editOf(run.frames[row], agreement))) says.value = GOES_ON;
  };
  useEvent(player, "paint", () => {
    const lane = player.lanes[1];
    if (says.value !== GOES_ON || !lane || lane.live || lane.frames.length === 0) return;
    says.value = comparison(run, lane);
    player.fresh = false; // both play from where they part
    player.play();
  });

  const theme = usePlayer(player, "looks", player.views.theme);
  const unit = usePlayer(player, "looks", () => player.views.taste.unit);
  const [yours, theirs] = [load(paint.chosen), load(accepted)];
  const none = yours.words.length === 0;
  const { pointed } = paint;
  const next = pointed !== null && !paint.chosen[pointed] && !answered.value && !hidden ? word(pointed) : null;
  const look = { bound, unit, theme, length: answered.value ? lengthFor(bound, [yours, theirs]) : undefined };
  useBelow(
    player,
    <div class="tdp-keep-buckets" hidden={paint.root.hidden}>
      <Bucket owner="Yours" load={yours} next={next} covered={hidden && !answered.value} {...look} />
      {answered.value && <Bucket owner="The sampler’s" load={theirs} {...look} />}
    </div>,
  );
  return (
    <div>
      <small class="tdp-drawing-hint" hidden={answered.value}>
        {`A word costs its uncertainty. The bucket holds ${entropyIn(bound, "nats")}. ${HINT}`}
        {others.length > 0 && othersSentence(others.length, rest)}
      </small>
      {answered.value && <Agreement agreement={agreement} who="the sampler" word={(position) => word(position).text} />}
      <div class="tdp-choices">
        <Choice
          class="tdp-choice tdp-keep-show"
          face="Show what the sampler kept"
          disabled={none}
          hidden={answered.value}
          onClick={show}
        />
        <Choice face="Clear" disabled={none} hidden={answered.value} onClick={() => paint.clear()} />
        <Choice face="Paint again" hidden={!answered.value} ref={again} onClick={paintAgain} />
        <Choice face="Go on from yours" hidden={!answered.value || !branch || differing === 0} onClick={goOn} />
      </div>
      <p class="tdp-told" role="status">
        {says}
      </p>
    </div>
  );
}

/** @param cost in nats */
const othersSentence = (count: number, cost: number) =>
  ` ${counted(count, "cell")} after the end of the text cost ${entropyIn(cost, "nats")} together, and are kept for you.`;

/** @param lane that went on from the reader's choice */
function comparison(run: Recording, lane: Recording) {
  if (lane.header.spec.model !== run.header.spec.model || lane.header.spec.revision !== run.header.spec.revision)
    return "This page has another model than the one of the lesson’s run; yours went on from its steps and cannot be compared.";
  const judged = lane.verdict ? "" : ` ${verdictSentence(lane)}`;
  return `${figures("Yours", lane)}${judged} ${figures("The sampler’s", run)} One run each proves little: that one is shorter may be luck.`;
}
