/**
 * One step as one picture, as wide as the page: small canvases for all cells, and below them the way of one cell, which an
 * ink line follows from what went in to what goes on. Where there is no room for that, the parts stand below each other.
 */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { shadeOf } from "../cells/colour.ts";
import { followedSentence, partSentences } from "../run/one-step-wide.ts";
import { candidatesOf, drawnPart } from "../run/one-step.ts";
import { Frame } from "../ui/frame.tsx";
import { Track } from "../ui/track.tsx";
import { useWidth } from "../ui/width.ts";
import { tokenText } from "../words/glyphs.ts";
import { entropyText } from "../words/units.ts";
import { CellMap, columnsOf } from "./cell-map.tsx";
import { panelOf } from "./component.tsx";
import { lineThrough } from "./one-step-line.ts";
import { shortToken, tokenProps } from "./panel.ts";
import { StepCell } from "./step-cell.tsx";
import { StepChart } from "./step-chart.ts";
import { StepChoice, choiceOf } from "./step-choice.tsx";
import type { Shown } from "./component.tsx";

/** Room for a token's text among what adds up, in pixels. */
const NAME = 60;
/** Candidates that stand apart. */
const APART = 8;

export const OneStep = panelOf((shown) => {
  const { recording, step, chosen, taste, shades, inks, reader } = shown;
  const { frames, header } = recording;
  const frame = frames[step];
  const chart = useMemo(() => new StepChart(), []);
  const [picture] = useWidth();
  const line = useRef<SVGPathElement>(null);
  const choice = choiceOf(shown);
  const { decision, followed } = choice;
  const columns = columnsOf(header);
  const sampled = frame.sampled_ids[followed];
  const siblings = frames.filter(({ block }) => block === frame.block).length;
  const before = frames[step - 1]?.block === frame.block ? frames[step - 1].accepted : null;
  const drawn = drawnPart(candidatesOf(frame, followed, header.vocab_size, APART), sampled);
  useLayoutEffect(() => {
    const path = lineThrough(picture.current as HTMLElement, {
      column: followed % columns,
      row: Math.floor(followed / columns),
      columns,
      drawn: drawn ? (drawn[0] + drawn[1]) / 2 : 0,
      piece: decision && chart.piece,
    });
    line.current?.setAttribute("d", path);
  });

  const standing = (accepted: Uint8Array | null) => (at: number) =>
    accepted?.[at] === 1 ? { fill: inks.card, line: true } : { fill: inks.given, line: false };
  const unsure = (at: number) => ({ fill: shades[shadeOf(frame.entropy[at])].fill, line: false });
  /** Of the parts that have one. */
  const maps = [standing(before), unsure, null, null, null, standing(frame.accepted)];
  const above = partSentences(recording, step, taste.terms).map((text, part) => (
    <>
      <p class="tdp-blurb">{text}</p>
      {maps[part] && <CellMap {...{ header, inks, followed }} look={maps[part]} choose={reader.choose} />}
    </>
  ));
  const turn = (by: number, face: (step: number) => string, title: string) =>
    frames[step + by] && (
      <button type="button" title={title} onClick={() => reader.seek(step + by)}>
        {face(frames[step + by].step)}
      </button>
    );
  return (
    <Frame
      name={`Step ${frame.step} of ${siblings}, for the canvas and for one cell`}
      tools={
        <>
          <span class="tdp-hint">{followedSentence(shortToken(recording, sampled), chosen !== null, taste.terms)}</span>
          {turn(-1, (step) => `◂ step ${step}`, "The step before")}
          {turn(1, (step) => `step ${step} ▸`, "The next step")}
        </>
      }
    >
      <div class="tdp-one-step" ref={picture}>
        <StepCell
          {...shown}
          position={followed}
          apart={APART}
          above={above}
          terms={<Terms {...shown} position={followed} />}
        />
        <StepChoice {...{ shown, choice, chart }} above={above.slice(4)} />
        <svg class="tdp-step-lines" aria-hidden="true">
          <path ref={line} />
        </svg>
      </div>
      <p class="tdp-followed">{decision && `${choice.sentence(followed)}.`}</p>
    </Frame>
  );
});

/** What adds up to the uncertainty. */
function Terms({ recording, step, taste, position }: Shown & { position: number }) {
  const candidates = candidatesOf(recording.frames[step], position, recording.header.vocab_size);
  const terms = (candidates?.list ?? []).map(({ id, nats }) => ({ name: tokenText(recording, id), nats }));
  if (candidates) terms.push({ name: "others", nats: candidates.rest.nats });
  const most = Math.max(...terms.map(({ nats }) => nats), Number.EPSILON);
  return (
    <ol class="tdp-terms" aria-label="What each token adds to the uncertainty">
      {terms.map(({ name, nats }) => (
        <li>
          <span class="tdp-token" {...tokenProps(name, NAME)} />
          <Track share={nats / most} />
          {entropyText(nats, taste.unit)}
        </li>
      ))}
    </ol>
  );
}
