/** The figures of runs side by side, each with its difference to the first. */

import { figuresOf, timesOf } from "../run/lanes.ts";
import { PER_NAT, digits, numberText, secondsText } from "../words/units.ts";
import type { ComponentChildren } from "preact";
import type { LaneActions } from "../player/actions.ts";
import type { Guest } from "../run/axis.ts";
import type { Figures } from "../run/lanes.ts";
import type { Unit } from "../words/units.ts";

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

interface Props {
  shown: ReturnType<LaneActions["shown"]>;
  guest: Guest | null;
  unit: Unit;
}

export function LaneTable({ shown, guest, unit }: Props) {
  const runs = shown.map(({ recording }) => recording);
  const all = runs.map(figuresOf);
  const { tokens = NaN, seconds = NaN, timed, stopped } = guest?.figures ?? {};
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
            differences(all, all.map(figure), (value) => text(value, unit)),
            name === "tokens of text" ? textOf(tokens, String) : undefined,
          ),
        )}
        {row(
          "seconds",
          secondsCells(all, timesOf(runs)),
          textOf(seconds, (value) => `${secondsCell(value)} ${timed}`),
        )}
        {row(
          "stopped",
          all.map(({ stopped, live }) => <td>{STOPPED[stopped] ?? (live ? "going on" : "not made")}</td>),
          stopped,
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

const textOf = (value: number, text: (value: number) => string) => (Number.isNaN(value) ? "–" : text(value));

/** @returns a cell for each run, with its difference to the first */
function differences(all: Figures[], figures: number[], text: (value: number) => string) {
  const values = figures.map((value, at) => (isKnown(all[at]) ? value : NaN));
  return values.map((value, at) => {
    const difference = value - values[0];
    const alike = at === 0 || Number.isNaN(difference) || Math.abs(difference) <= ROUNDING * Math.abs(values[0]);
    return (
      <td>
        {textOf(value, text)}
        {!alike && <small>{`${difference > 0 ? "+" : "−"}${text(Math.abs(difference))}`}</small>}
      </td>
    );
  });
}

/** @returns with the reason in place of seconds that cannot be compared, once for all beside each other that have it */
function secondsCells(all: Figures[], times: ReturnType<typeof timesOf>) {
  const notes = all.map((figures, at) => (isKnown(figures) ? times[at].note : ""));
  const figures = times.map(({ seconds }) => seconds);
  return differences(all, figures, secondsCell).map((cell, at) => {
    if (notes[at] === "") return cell;
    const end = notes.findIndex((note, next) => next > at && note !== notes[at]);
    return notes[at] !== notes[at - 1] && <td colSpan={(end < 0 ? notes.length : end) - at}>{notes[at]}</td>;
  });
}
