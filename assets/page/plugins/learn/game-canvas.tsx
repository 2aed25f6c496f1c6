/** A canvas of the game: the reader paints what the rule keeps, and then sees what it does. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { total } from "../../run/metrics.ts";
import { tokenText } from "../../words/glyphs.ts";
import { counted } from "../../words/units.ts";
import { Agreement } from "./agreement.tsx";
import { agreementOf } from "./answers.ts";
import { Choice } from "./choice.tsx";
import { CANVASES, STEPS } from "./game-address.ts";
import {
  RULE_WORDS,
  agreementSentence,
  askSentence,
  challenge,
  figureSentence,
  missSentence,
  ofDigits,
  placeSentence,
} from "./game-words.ts";
import { costliest } from "./game.ts";
import { HINT } from "./keep.tsx";
import { useBelow } from "./use-below.ts";
import { usePaint } from "./use-paint.ts";
import { useChange } from "./use-player.ts";
import type { Player } from "../../player/player.ts";
import type { Canvas } from "./game.ts";
import type { Game } from "./game-address.ts";

interface GameCanvasProps {
  player: Player;
  canvas: Canvas;
  /** Which one it is, from 0. */
  at: number;
  rule: Game["rule"];
  /** In percent, what an address tells of somebody's score; empty for none. */
  shares: number[];
  /** Frames cells, for what is said of them. */
  mark: (positions: number[]) => void;
  /** The rule's choice is shown; the share of the words on which the reader agrees with it. */
  answered: (share: number) => void;
  /** Brings the player to the canvas again. */
  back: () => void;
  next: () => void;
}

export function GameCanvas({ player, canvas, at, rule, shares, mark, answered, back, next }: GameCanvasProps) {
  const { recording, row, choice, text } = canvas;
  const { frames } = recording;
  const { who, keeps, rule: words } = RULE_WORDS[rule];
  const token = (position: number) => tokenText(recording, frames[row].sampled_ids[position]);
  const cells = Array.from(text, (flag, position) => ({ name: token(position), open: flag === 1 }));
  const board = cells.every(({ name, open }) => !open || /^\s*\d$/.test(name));
  const say = (sentence: string) => (board ? ofDigits(sentence) : sentence);
  const moment = recording.momentOf(row);
  const here = () => player.recording === recording && player.moment === moment && !player.playing;
  const paint = usePaint(player, say(`Words: paint those that ${who} ${keeps}`), () => cells, here);
  const known = useSignal(false);
  const agreement = agreementOf(paint.chosen, choice.kept, text);
  const miss = costliest(choice, agreement);
  const painted = total(paint.chosen);
  const { pointed } = paint;
  const figure =
    known.value && pointed !== null && say(`“${token(pointed)}”: ${figureSentence(rule, choice, pointed)}`);
  useBelow(
    player,
    <p class="tdp-game-pointed" hidden={!known.value}>
      {figure}
    </p>,
  );

  const question = useRef<HTMLElement>(null);
  const onward = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    paint.root.focus({ preventScroll: true });
    // In one column the canvas stays above, and the question of the next one below it.
    const { parentElement: column } = question.current as HTMLElement;
    if (at > 0 && getComputedStyle(column as HTMLElement).display === "contents")
      question.current?.scrollIntoView({ block: "end" });
  }, []);
  useChange(known.value, () => {
    onward.current?.focus({ preventScroll: true });
    onward.current?.scrollIntoView({ block: "nearest" });
  });
  const answer = () => {
    paint.answer(choice.kept, `${who} ${keeps} it`, `you and ${who} ${keeps} it`);
    known.value = true;
    mark(miss === null ? [] : [miss.position]);
    answered(agreement.share);
  };
  return (
    <>
      <p class="tdp-game-place">{placeSentence(at, CANVASES, rule)}</p>
      {at === 0 && shares.length > 0 && <p>{challenge(shares)}</p>}
      <p>{say(words)}</p>
      <section class="tdp-predict" aria-label="Your choice" ref={question}>
        <p class="tdp-question">{say(askSentence(rule, choice, text, frames[row].step, STEPS))}</p>
        {!known.value && <small class="tdp-drawing-hint">{say(HINT)}</small>}
        <div class="tdp-choices">
          {!known.value && (
            <>
              <button type="button" class="tdp-continue" onClick={answer}>{`Show what ${who} ${keeps}`}</button>
              <Choice face="Clear" disabled={painted === 0} onClick={() => paint.clear()} />
            </>
          )}
          <Choice face="Back to the canvas" hidden={!paint.root.hidden} onClick={back} />
          {!known.value && <output>{say(`${counted(painted, "word")} painted`)}</output>}
        </div>
        <div class="tdp-told" role="status">
          {known.value && (
            <>
              <Agreement agreement={agreement} who={who} word={token} />
              <p>
                <b>{say(agreementSentence(rule, agreement, total(text)))}</b>
              </p>
              <p>{miss ? say(missSentence(rule, choice, miss, token(miss.position))) : "You have all of them."}</p>
            </>
          )}
        </div>
        <div class="tdp-choices">
          <button type="button" class="tdp-continue" hidden={!known.value} ref={onward} onClick={next}>
            {at + 1 === CANVASES ? "Your score" : "Next canvas"}
          </button>
        </div>
      </section>
      {!known.value && <p class="tdp-game-place">The colours come with the answer.</p>}
    </>
  );
}
