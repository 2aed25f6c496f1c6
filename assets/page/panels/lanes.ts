/** Runs side by side: what can be added, and their figures in a table, each with its difference to the first. */

import { createElement, render } from "preact";
import { element, onceSeen, setText } from "../dom/elements.ts";
import { NO_LANE_LEFT } from "../run/lane-sentences.ts";
import { MOST_LANES, figuresOf, timesOf } from "../run/lanes.ts";
import { PER_NAT, digits, numberText, secondsText } from "../words/units.ts";
import { frame } from "./panel.ts";
import type { Theme } from "../cells/colour.ts";
import type { Adding, LaneActions, OftenActions } from "../player/actions.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Figures } from "../run/lanes.ts";
import type { Recording } from "../run/recording.ts";
import type { Unit } from "../words/units.ts";
import type { LaneOffers } from "./lane-offers.ts";
import type { OftenOffers } from "./often-offers.ts";

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

export class LaneTable implements Panel {
  lanes: LaneActions | null;
  heading: HTMLElement;
  about = element("p.tdp-hint");
  table = element("table.tdp-lane-table");
  place = element("div.tdp-lane-adding");
  /** Where a race stands. */
  room = element("div.tdp-lane-room");
  along = element("div.tdp-lane-along");
  more = element("div");
  offers: LaneOffers | null = null;
  /** How many lanes there are. */
  count = 0;
  often: OftenOffers | null = null;

  constructor(root: HTMLElement, { lanes, often, detail }: Reader) {
    this.lanes = lanes;
    const body = frame(root, "Compare");
    this.heading = root.querySelector("h2") as HTMLElement;
    body.append(this.about, this.place, this.room, this.table, this.along, this.more);
    onceSeen(this.along, () => this.#take());
    const adding = lanes?.adding;
    if (adding) onceSeen(this.place, () => this.#offer(adding));
    adding?.race(this.room);
    const many = element("div");
    body.append(many);
    if (often) onceSeen(many, () => this.#offerMany(many, often, detail));
  }

  async #take() {
    const [{ laneFigures }, { TakeAlong }] = await Promise.all([import("./figures.ts"), import("./take-along.tsx")]);
    const columns = () => laneFigures(this.lanes?.shown() ?? [], this.lanes?.guest?.() ?? null);
    const figures = () => ({ title: "lanes", columns: columns() });
    render(createElement(TakeAlong, { name: "each lane", figures }), this.along);
  }

  async #offer(adding: Adding) {
    const { LaneOffers } = await import("./lane-offers.ts");
    this.offers = new LaneOffers(adding);
    this.place.append(this.offers.root);
    this.more.append(this.offers.more);
    this.#offers();
  }

  /** @param detail opens a panel of the tray */
  async #offerMany(place: HTMLElement, often: OftenActions, detail: (name: string) => Promise<void>) {
    const { OftenOffers } = await import("./often-offers.ts");
    this.often = new OftenOffers(often, detail);
    place.append(this.often.root);
    this.#offers();
  }

  #offers() {
    this.often?.show(this.lanes?.shown().map(({ recording }) => recording) ?? []);
    this.offers?.show(this.count > 0, this.count === MOST_LANES ? NO_LANE_LEFT : "");
  }

  show(_recording: Recording, _theme: Theme, { unit }: Taste): void {
    const shown = this.lanes?.shown() ?? [];
    const guest = (shown.length > 0 && this.lanes?.guest?.()) || null;
    const count = ["One run", "One run", "Two lanes", "Three lanes", "Four lanes"][shown.length + (guest ? 1 : 0)];
    setText(this.heading, count);
    setText(
      this.about,
      shown.length === 0
        ? "Add a lane: the same run with one thing changed, and both play under one clock. Or open the menu of runs, and choose Compare there."
        : sameSentence(
            shown.map(({ recording }) => recording),
            guest?.about,
          ),
    );
    this.count = shown.length + (guest ? 1 : 0);
    this.#offers();
    this.table.hidden = this.along.hidden = shown.length === 0;
    const all = shown.map(({ recording }) => figuresOf(recording));
    /** @param text of the guest */
    const and = (row: HTMLTableRowElement, text: string = "–") => {
      if (guest) row.append(element("td", text));
      return row;
    };
    const theirs = guest?.figures;
    const spent =
      theirs && !Number.isNaN(theirs.seconds)
        ? `${secondsText(theirs.seconds).replace(" ", "\u00a0")} ${theirs.timed}`
        : "–";
    this.table.replaceChildren(
      element(
        "thead",
        element(
          "tr",
          element("td"),
          ...shown.map(({ letter, title }) => element("th", { scope: "col", title }, letter)),
          ...(guest ? [element("th", { scope: "col", title: guest.title }, guest.letter)] : []),
        ),
      ),
      element(
        "tbody",
        ...NUMBERS.filter(([, figure]) => all.some((one) => !Number.isNaN(figure(one)))).map(([name, figure, text]) =>
          and(
            line(name === "mean uncertainty" ? `${name}, ${unit}` : name, all, figure, (value) => text(value, unit)),
            name === "tokens of text" && theirs && !Number.isNaN(theirs.tokens) ? String(theirs.tokens) : "–",
          ),
        ),
        and(secondsLine(timesOf(shown.map(({ recording }) => recording)), all), spent),
        and(
          words("stopped", all, ({ stopped, live }) => STOPPED[stopped] ?? (live ? "going on" : "not made")),
          theirs?.stopped,
        ),
        and(
          words(
            "by rule",
            all,
            ({ verdict, refused }) => (verdict === null ? (refused ? "declined" : "–") : verdict.right ? "✓" : "✗"),
            ({ verdict }) => verdict?.sentence ?? "",
          ),
        ),
      ),
    );
  }

  paint() {}
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

function line(
  name: string,
  all: Figures[],
  figure: (figures: Figures, lane: number) => number,
  text: (value: number) => string,
) {
  // A run that goes on, or was not made, has no figures yet that could be compared.
  const known = (figures: Figures, at: number) => (figures.live || figures.passes === 0 ? NaN : figure(figures, at));
  const [first] = all.map(known);
  return element(
    "tr",
    element("th", { scope: "row" }, name),
    ...all.map((figures, at) => {
      const value = known(figures, at);
      const difference = value - first;
      const face = Number.isNaN(value) ? "–" : text(value);
      if (at === 0 || Number.isNaN(difference) || Math.abs(difference) <= ROUNDING * Math.abs(first))
        return element("td", face);
      return element("td", face, element("small", `${difference > 0 ? "+" : "−"}${text(Math.abs(difference))}`));
    }),
  );
}

/** @returns with the reason in place of seconds that cannot be compared */
function secondsLine(times: ReturnType<typeof timesOf>, all: Figures[]): HTMLTableRowElement {
  const row = line(
    "seconds",
    all,
    (_, at) => times[at].seconds,
    (value) => secondsText(value).replace(" ", "\u00a0"),
  );
  let last = /** the reason of the lane before */ null as HTMLTableCellElement | null;
  for (const [at, cell] of [...row.cells].slice(1).entries()) {
    const note = all[at].live || all[at].passes === 0 ? "" : times[at].note;
    if (note !== "" && last?.textContent === note) {
      last.colSpan += 1;
      cell.remove();
      continue;
    }
    if (note !== "") setText(cell, note);
    last = note === "" ? null : cell;
  }
  return row;
}

const words = (
  name: string,
  all: Figures[],
  text: (figures: Figures) => string,
  more: (figures: Figures) => string = () => "",
) =>
  element(
    "tr",
    element("th", { scope: "row" }, name),
    ...all.map((one) => element("td", { title: more(one) }, text(one))),
  );
