/** Runs side by side: what can be added, and their figures in a table, each with its difference to the first. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { onceSeen } from "../dom/elements.ts";
import { NO_LANE_LEFT } from "../run/lane-sentences.ts";
import { MOST_LANES, figuresOf, timesOf } from "../run/lanes.ts";
import { Added } from "../ui/added.tsx";
import { Frame } from "../ui/frame.tsx";
import { PER_NAT, digits, numberText, secondsText } from "../words/units.ts";
import { panelOf } from "./component.tsx";
import { laneFigures } from "./figures.ts";
import { TakeAlong } from "./take-along.tsx";
import type { ComponentChildren } from "preact";
import type { Adding, LaneActions } from "../player/actions.ts";
import type { Guest } from "../run/axis.ts";
import type { Figures } from "../run/lanes.ts";
import type { Recording } from "../run/recording.ts";
import type { Unit } from "../words/units.ts";
import type { Shown } from "./component.tsx";

/** What is not even this share of a figure comes from rounding. */
const ROUNDING = 1e-6;

/** Why a run's last part ended. */
const STOPPED: Record<string, string> = {
  "stable-and-confident": "sure",
  complete: "complete",
  "max-steps": "at the most",
  stopped: "by hand",
  untold: "–",
};

const NUMBERS: [name: string, figure: (figures: Figures) => number, text: (value: number, unit: Unit) => string][] = [
  ["passes", ({ passes }) => passes, numberText],
  ["encoder passes", ({ encoderPasses }) => encoderPasses, numberText],
  ["tokens of text", ({ tokens }) => tokens, numberText],
  ["tokens a pass", ({ perPass }) => perPass, (value) => digits(value, 2)],
  ["reopened", ({ reopened }) => reopened, String],
  ["changed after kept", ({ changed }) => changed, String],
  ["mean uncertainty", ({ meanEntropy }) => meanEntropy, (value, unit) => digits(value * PER_NAT[unit], 2)],
];

const COUNTS = ["One run", "One run", "Two lanes", "Three lanes", "Four lanes"];
const HINT =
  "Add a lane: the same run with one thing changed, and both play under one clock. Or open the menu of runs, and choose Compare there.";

/** It follows the runs, and not the step. */
export const LaneTable = panelOf(({ taste: { unit }, version, reader }) =>
  useMemo(() => <Compared shown={reader.lanes?.shown() ?? []} {...{ unit, version, reader }} />, [version]),
);

interface Props {
  shown: ReturnType<LaneActions["shown"]>;
  unit: Unit;
}

function Compared({ shown, unit, version, reader: { lanes } }: Props & Pick<Shown, "version" | "reader">) {
  const guest = (shown.length > 0 && lanes?.guest?.()) || null;
  const count = shown.length + (guest ? 1 : 0);
  const runs = shown.map(({ recording }) => recording);
  const adding = lanes?.adding;
  const { place, race, LaneOffers, MoreOffers } = useAdding(adding);
  const figures = () => ({ title: "lanes", columns: laneFigures(lanes?.shown() ?? [], lanes?.guest?.() ?? null) });
  return (
    <Frame name={COUNTS[count]}>
      <p class="tdp-hint">{runs.length === 0 ? HINT : sameSentence(runs, guest?.about)}</p>
      <div class="tdp-lane-adding" ref={place}>
        {adding && LaneOffers && <LaneOffers adding={adding} full={count === MOST_LANES ? NO_LANE_LEFT : ""} />}
      </div>
      <div class="tdp-lane-room" ref={race} />
      {runs.length > 0 && <FigureTable shown={shown} guest={guest} unit={unit} />}
      {runs.length > 0 && <TakeAlong name="each lane" figures={figures} />}
      {adding && MoreOffers && <MoreOffers adding={adding} several={count > 0} />}
      {adding && <Added fill={adding.more} changes={[version]} />}
    </Frame>
  );
}

/** @returns where what can be added stands and where a race does, and what makes the offers, once they are seen */
function useAdding(adding: Adding | undefined) {
  const [place, race] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const offers = useSignal<typeof import("./lane-offers.tsx") | null>(null);
  useEffect(() => {
    if (adding === undefined) return;
    adding.race(race.current as HTMLElement);
    onceSeen(place.current as HTMLElement, async () => (offers.value = await import("./lane-offers.tsx")));
  }, []);
  return { place, race, ...offers.value };
}

function FigureTable({ shown, guest, unit }: Props & { guest: Guest | null }) {
  const all = shown.map(({ recording }) => figuresOf(recording));
  const theirs = guest?.figures;
  const tokens = theirs && !Number.isNaN(theirs.tokens) ? String(theirs.tokens) : undefined;
  const seconds =
    theirs && !Number.isNaN(theirs.seconds) ? `${secondsCell(theirs.seconds)} ${theirs.timed}` : undefined;
  /** @param text of the guest */
  const row = (name: string, cells: ComponentChildren, text: string = "–") => (
    <tr>
      <th scope="row">{name}</th>
      {cells}
      {guest && <td>{text}</td>}
    </tr>
  );
  return (
    <table class="tdp-lane-table">
      <thead>
        <tr>
          <td />
          {[...shown, ...(guest ? [guest] : [])].map(({ letter, title }) => (
            <th scope="col" title={title}>
              {letter}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NUMBERS.filter(([, figure]) => all.some((one) => !Number.isNaN(figure(one)))).map(([name, figure, text]) =>
          row(
            name === "mean uncertainty" ? `${name}, ${unit}` : name,
            differences(all, figure, (value) => text(value, unit)),
            name === "tokens of text" ? tokens : undefined,
          ),
        )}
        {row("seconds", secondsCells(timesOf(shown.map(({ recording }) => recording)), all), seconds)}
        {row(
          "stopped",
          all.map(({ stopped, live }) => <td>{STOPPED[stopped] ?? (live ? "going on" : "not made")}</td>),
          theirs?.stopped,
        )}
        {row(
          "by rule",
          all.map(({ verdict, refused }) => (
            <td title={verdict?.sentence}>
              {verdict === null ? (refused ? "declined" : "–") : verdict.right ? "✓" : "✗"}
            </td>
          )),
        )}
      </tbody>
    </table>
  );
}

/** A run that goes on, or was not made, has no figures yet that could be compared. */
const isKnown = ({ live, passes }: Figures) => !live && passes !== 0;

const secondsCell = (value: number) => secondsText(value).replace(" ", "\u00a0");

type FigureOf = (figures: Figures, lane: number) => number;

/** @returns a cell for each run, with its difference to the first */
function differences(all: Figures[], figure: FigureOf, text: (value: number) => string) {
  const values = all.map((figures, at) => (isKnown(figures) ? figure(figures, at) : NaN));
  return values.map((value, at) => {
    const difference = value - values[0];
    const alike = at === 0 || Number.isNaN(difference) || Math.abs(difference) <= ROUNDING * Math.abs(values[0]);
    return (
      <td>
        {Number.isNaN(value) ? "–" : text(value)}
        {!alike && <small>{`${difference > 0 ? "+" : "−"}${text(Math.abs(difference))}`}</small>}
      </td>
    );
  });
}

/** @returns with the reason in place of seconds that cannot be compared, once for all beside each other that have it */
function secondsCells(times: ReturnType<typeof timesOf>, all: Figures[]) {
  const notes = all.map((figures, at) => (isKnown(figures) ? times[at].note : ""));
  const cells = differences(all, (_, at) => times[at].seconds, secondsCell);
  return cells.map((cell, at) => {
    if (notes[at] === "") return cell;
    const end = notes.findIndex((note, next) => next > at && note !== notes[at]);
    return notes[at] !== notes[at - 1] && <td colSpan={(end < 0 ? notes.length : end) - at}>{notes[at]}</td>;
  });
}

/** @param guest what is to be said of who stands beside them */
function sameSentence(recordings: Recording[], guest?: string): string {
  if (guest) return recordings.length > 1 ? `${sameSentence(recordings)} ${guest}` : guest;
  if (recordings.some(({ header }) => header.source))
    return "Some of it comes from another program, which tells neither its prompt nor its settings.";
  const same = (of: (recording: Recording) => unknown) => new Set(recordings.map(of)).size === 1;
  const shared = [
    same(({ header }) => header.spec.prompt.text) && "prompt",
    same(({ header }) => header.spec.seed) && "seed",
    same(({ header }) => `${header.spec.model} ${header.spec.revision}`) && "model",
  ].filter(Boolean);
  return shared.length === 0
    ? "Nothing is the same."
    : `The same ${shared.join(", ").replace(/, ([^,]+)$/, " and $1")}.`;
}
