/**
 * Which of these is noise? Training as a guessing game: the reader marks the noise in a text on the page's canvas. Then one
 * pass of the model over the same canvas is shown beside it, token by token: what it makes of the token that stands there,
 * and of the one that stood there, whose probability is what the loss is made of.
 */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { Bar } from "../../panels/candidates.tsx";
import { tokenProps } from "../../panels/panel.ts";
import { total } from "../../run/metrics.ts";
import { tokenText } from "../../words/glyphs.ts";
import { digits, percent } from "../../words/units.ts";
import { isNoise, noiseVerdict } from "./answers.ts";
import { Choice } from "./choice.tsx";
import { usePaint } from "./use-paint.ts";
import { useChange, useEvent } from "./use-player.ts";
import type { Mark } from "./lesson.ts";
import type { Around } from "./stand.ts";

/** Room for a token's text, in pixels. */
const WIDTH = 74;
const HINT = "Drag over cells, or press them; once more takes a mark back. With the keys: arrows move, Space marks.";
const LEGEND =
  "A frame is your mark. A line below is the model’s: it gives what stands there less than 50%. Press a cell.";

export function Marking({ block, player, recording, open, again: askAgain, tell }: Around<Mark>) {
  const { standing, original } = block;
  const [run, noise] = useMemo(() => [recording(), isNoise(recording(), block)], []);
  const seen = run.frames[0].input_ids;
  const stands = (position: number) => tokenText(run, seen[position]);
  const stood = (position: number) => tokenText(run, (run.header.spec.start as number[])[position]);
  const cells = () => Array.from(seen, (_, at) => ({ name: stands(at), open: at < noise.length }));
  const paint = usePaint(player, "Text: mark what is noise", cells, () => {
    const { step, noise, lanes } = player;
    return open() && player.recording === run && step === 0 && noise && lanes.length === 1;
  });
  /** The token of the answer that is open: at first the dearest. */
  const at = useSignal(original.indexOf(Math.min(...original)));
  const answered = useSignal(false);
  useChange(answered.value, () => paint.root.focus({ preventScroll: true }));
  useLayoutEffect(() => paint.root.classList.add("tdp-paint-noise"), []);
  useLayoutEffect(() =>
    paint.options.forEach(({ classList }, place) =>
      classList.toggle("tdp-paint-open", answered.value && place === at.value),
    ),
  );

  const look = (position: number | null) => {
    if (answered.value && position !== null && position >= 0 && position < noise.length) at.value = position;
  };
  useEvent(paint, "point", () => look(paint.pointed));
  // A finger points at nothing before it presses.
  useEvent(paint.root, "click", ({ target }) => look(paint.options.indexOf(target as any)));
  const show = () => {
    const shares = standing.map(Math.exp);
    paint.answer(shares.map((share) => Number(share < 0.5)));
    noise.forEach((replaced, position) => {
      const words = [
        stands(position),
        replaced ? `noise for “${stood(position)}”` : "not noise",
        ...(paint.chosen[position] ? ["you marked it"] : []),
        `the model gives it ${percent(shares[position])}`,
      ];
      paint.options[position].setAttribute("aria-label", words.join(", "));
    });
    answered.value = true;
    paint.options[at.value].scrollIntoView({ block: "nearest" }); // a phone shows a few rows
    tell(noiseVerdict(run, block, paint.chosen));
  };
  const again = () => {
    paint.answer(null);
    answered.value = false;
    askAgain();
  };

  const marked = total(paint.chosen);
  return (
    <div>
      <small class="tdp-drawing-hint">
        {`${answered.value ? LEGEND : HINT} The text has ${noise.length} tokens; what comes after it does not count.`}
      </small>
      {answered.value && model()}
      <div class="tdp-choices">
        <Choice face="Compare with the model" disabled={marked === 0} hidden={answered.value} onClick={show} />
        <Choice face="Clear" disabled={marked === 0} hidden={answered.value} onClick={() => paint.clear()} />
        <Choice face="Mark again" hidden={!answered.value} onClick={again} />
        <output hidden={answered.value}>{`${marked} marked`}</output>
      </div>
    </div>
  );

  /** What it makes of the token that is open. */
  function model() {
    const [here, before] = [stands(at.value), stood(at.value)];
    const [share, past] = [standing, original].map((logs) => Math.exp(logs[at.value]));
    const cost = `The model gives “${before}” ${percent(past)}. So it pays ${digits(-original[at.value], 3)} nats here.`;
    const replaced = noise[at.value];
    return (
      <div class="tdp-noise-model">
        <small class="tdp-label">COMPUTED</small>
        <ol class="tdp-candidates">
          <Bar token={tokenProps(here, WIDTH)} share={share} marks={replaced ? "stands here" : "not noise"} />
          {replaced && <Bar token={tokenProps(before, WIDTH)} share={past} marks="stood here" />}
        </ol>
        <p role="status">{replaced ? `“${here}” is noise. ${cost}` : cost}</p>
      </div>
    );
  }
}
