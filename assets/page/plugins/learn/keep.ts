/**
 * Be the sampler: at a step of a run the reader paints the words to keep, on the page's canvas, and a bucket fills with what
 * they cost. Then the sampler's own choice is shown over it; where there is a model the run goes on from the reader's.
 */

import { element, setText } from "../../dom/elements.ts";
import { boundOf, decisionOf } from "../../rules/decision.ts";
import { content } from "../../run/metrics.ts";
import { tokenText } from "../../words/glyphs.ts";
import { counted, entropyIn } from "../../words/units.ts";
import { verdictSentence } from "../../words/verdict.ts";
import { agreementOf, editOf, keepVerdict } from "./answers.ts";
import { Bucket, lengthFor } from "./bucket.ts";
import { Paint } from "./paint.ts";
import { figures } from "./trial.ts";
import type { Decision } from "../../rules/decision.ts";
import type { Keep } from "./lesson.ts";
import type { Recording } from "../../run/recording.ts";
import type { Verdict } from "./answers.ts";
import type { Answered, Stand } from "./predict.ts";

/** The most words that a row of the answer names. */
const NAMED = 6;

export function keep(
  question: Keep,
  { player, recording, signal, open, again: askAgain, branch }: Stand & Answered,
  tell: (verdict: Verdict) => void,
): HTMLElement {
  const run = recording();
  const { row, hidden } = question;
  const frame = run.frames[row];
  const text = content(run, row);
  const { figures: costs } = decisionOf(frame, run.header) as Decision;
  const bound = Number(boundOf(run.header));
  const others = [...text.keys()].filter((position) => text[position] === 0 && frame.accepted[position] === 1);
  const rest = others.reduce((sum, position) => sum + costs[position], 0);
  const word = (position: number) => ({ text: tokenText(run, frame.sampled_ids[position]), cost: costs[position] });
  const load = (mask: ArrayLike<number>) => ({
    words: [...text.keys()].filter((position) => text[position] && mask[position]).map(word),
    rest,
  });

  const cells = Array.from(text, (flag, position) => {
    const { text, cost } = word(position);
    return { name: hidden ? text : `${text}, ${entropyIn(cost, "nats")}`, open: flag === 1 };
  });
  const paint = new Paint("Words: paint those that you would keep", cells, () => player.painter.grid);
  const [yours, theirs] = ["Yours", "The sampler’s"].map((owner) => new Bucket(owner, () => player.views.theme()));
  const below = element("div.tdp-keep-buckets", yours.root, theirs.root);
  paint.root.hidden = below.hidden = true;
  player.view.stage.append(paint.root);
  player.view.lanes.after(below);
  signal.addEventListener("abort", () => [paint.root, below].forEach((root) => root.remove()));

  const show = element("button.tdp-choice.tdp-keep-show", "Show what the sampler kept");
  const clear = element("button.tdp-choice", "Clear");
  const again = element("button.tdp-choice", "Paint again");
  const goOn = element("button.tdp-choice", "Go on from yours");
  const table = element("ul.tdp-keep-table");
  const says = element("p.tdp-told", { role: "status" });
  const hint = element(
    "small.tdp-drawing-hint",
    `A word costs its uncertainty. The bucket holds ${entropyIn(bound, "nats")}. ${HINT}`,
    others.length > 0 ? ` ${othersSentence(others.length, rest)}` : "",
  );
  /** Has a run gone on from the reader's choice? */
  let made = false;

  const fill = () => {
    const answered = paint.shown !== null;
    const { unit } = player.views.taste;
    const loads = [load(paint.chosen), load(frame.accepted)];
    const next = paint.pointed !== null && !paint.chosen[paint.pointed] && !answered ? word(paint.pointed) : null;
    const length = answered ? lengthFor(bound, loads) : undefined;
    yours.show(loads[0], bound, { next: hidden ? null : next, length, unit, covered: hidden && !answered });
    theirs.root.hidden = !answered;
    if (answered) theirs.show(loads[1], bound, { length, unit });
    show.disabled = clear.disabled = loads[0].words.length === 0;
    show.hidden = clear.hidden = hint.hidden = answered;
    again.hidden = table.hidden = !answered;
    const agreement = agreementOf(paint.chosen, frame.accepted, text);
    goOn.hidden = !answered || branch === null || agreement.reader.length + agreement.rule.length === 0;
  };
  /** The canvas may show something else meanwhile. */
  const follow = () => {
    const here =
      open() &&
      player.recording === run &&
      player.step === row &&
      !player.noise &&
      player.lanes.length === 1 &&
      player.views.taste.layer === "sampled";
    const turned = paint.root.hidden === here;
    paint.root.hidden = below.hidden = !here;
    if (turned) {
      player.views.prepare(); // cells to paint may be larger
      player.refresh();
    }
    if (here) paint.place();
    const lane = made ? player.lanes[1] : undefined;
    if (!lane || lane.live || lane.frames.length === 0 || says.textContent !== GOES_ON) return;
    setText(says, comparison(run, lane));
    player.fresh = false; // both play from where they part
    player.play();
  };
  show.onclick = () => {
    paint.answer(frame.accepted);
    fill();
    const agreement = agreementOf(paint.chosen, frame.accepted, text);
    table.replaceChildren(...agreementLines(agreement, "the sampler", (position) => word(position).text));
    tell(keepVerdict(run, question, paint.chosen));
    again.focus({ preventScroll: true });
  };
  clear.onclick = () => paint.clear();
  again.onclick = () => {
    made = false;
    setText(says, "");
    paint.answer(null);
    askAgain();
    fill();
    paint.root.focus({ preventScroll: true });
  };
  goOn.onclick = async () => {
    const edit = editOf(frame, agreementOf(paint.chosen, frame.accepted, text));
    made = (await branch?.(run, run.momentOf(row), edit)) === true;
    if (made) setText(says, GOES_ON);
  };
  paint.addEventListener("change", fill);
  paint.addEventListener("point", fill);
  player.addEventListener("paint", follow, { signal });
  player.addEventListener("looks", fill, { signal });
  fill();
  follow();
  return element("div", hint, table, element("div.tdp-choices", show, clear, again, goOn), says);
}

export const HINT =
  "Drag over words, or press them; once more takes them back. With the keys: arrows move, Space paints.";

const GOES_ON = "Your choice goes on from here, with the same seed. Nothing else is changed.";

/** @param cost in nats */
const othersSentence = (count: number, cost: number) =>
  `${counted(count, "cell")} after the end of the text cost ${entropyIn(cost, "nats")} together, and are kept for you.`;

/**
 * @param who keeps words beside the reader, such as “the sampler”
 * @param word of a cell
 * @returns what each mark on the cells means, with how many there are
 */
export function agreementLines(
  { both, reader, rule }: ReturnType<typeof agreementOf>,
  who: string,
  word: (position: number) => string,
): HTMLElement[] {
  const names = (positions: number[]) => {
    const first = positions.slice(0, NAMED).map(word);
    return `${first.length ? ": " : ""}${first.join(", ")}${positions.length > NAMED ? " …" : ""}`;
  };
  return [
    line("both", `you and ${who}`, both.length),
    line("reader", `only you${names(reader)}`, reader.length),
    line("rule", `only ${who}${names(rule)}`, rule.length),
  ];
}

const line = (side: string, words: string, count: number) =>
  element(
    "li",
    element("i.tdp-keep-key", { "data-side": side, "aria-hidden": "true" }),
    element("span", words),
    element("b", String(count)),
  );

/** @param lane that went on from the reader's choice */
function comparison(run: Recording, lane: Recording) {
  if (lane.header.spec.model !== run.header.spec.model || lane.header.spec.revision !== run.header.spec.revision)
    return "This page has another model than the one of the lesson’s run; yours went on from its steps and cannot be compared.";
  const judged = lane.verdict ? "" : ` ${verdictSentence(lane)}`;
  return `${figures("Yours", lane)}${judged} ${figures("The sampler’s", run)} One run each proves little: that one is shorter may be luck.`;
}
