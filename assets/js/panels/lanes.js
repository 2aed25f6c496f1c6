/** Runs side by side: what can be added, and their figures in a table, each with its difference to the first. */

import { element, onceSeen, setText } from "../dom/elements.js";
import { MOST_LANES, figuresOf, timesOf } from "../run/lanes.js";
import { NO_LANE_LEFT } from "../words/lanes.js";
import { PER_NAT, digits, numberText, secondsText } from "../words/units.js";
import { frame } from "./panel.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("./panel.js").Recording} Recording */
/** @typedef {import("../run/lanes.js").Figures} Figures */
/**
 * @typedef {object} LaneActions
 * @property {() => { recording: Recording, letter: string, title: string, moment?: import("../run/recording.js").Moment }[]} shown the lanes with what each shows now, the first one first; empty for one run alone
 * @property {() => import("../run/axis.js").Guest | null} [guest] what stands beside them and is no run
 * @property {Adding} [adding] makes lanes; an exported page cannot
 */
/**
 * @typedef {object} Adding
 * @property {[kind: string, name: string, hint: string][]} offers what can be added with one press
 * @property {() => Choice[]} choices what can be chosen for one more lane
 * @property {(kind: string, value?: string) => void} add
 * @property {import("./one-word.js").PairActions} pairs
 * @property {(file: File) => void} file adds a lane from a trace file
 * @property {(alone: boolean) => void} again makes all lanes again
 */
/** @typedef {{ kind: string, others: [value: string, means: string][] }} Choice a setting, and what it may be instead */

/** What is not even this share of a figure comes from rounding. */
const ROUNDING = 1e-6;

/** Why a run's last part ended. @type {Record<string, string>} */
const STOPPED = {
  "stable-and-confident": "sure",
  complete: "complete",
  "max-steps": "at the most",
  stopped: "by hand",
  untold: "–",
};

/** @type {[name: string, figure: (figures: Figures) => number, text: (value: number, unit: import("../words/units.js").Unit) => string][]} */
const NUMBERS = [
  ["passes", ({ passes }) => passes, numberText],
  ["encoder passes", ({ encoderPasses }) => encoderPasses, numberText],
  ["tokens of text", ({ tokens }) => tokens, numberText],
  ["tokens a pass", ({ perPass }) => perPass, (value) => digits(value, 2)],
  ["reopened", ({ reopened }) => reopened, String],
  ["changed after kept", ({ changed }) => changed, String],
  ["mean uncertainty", ({ meanEntropy }) => meanEntropy, (value, unit) => digits(value * PER_NAT[unit], 2)],
];

/** @implements {Panel} */
export class LaneTable {
  /** @type {import("./panel.js").Place} */
  static place = "compare";

  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, { lanes, often, detail }) {
    this.lanes = lanes;
    const body = frame(root, "Compare");
    this.heading = /** @type {HTMLElement} */ (root.querySelector("h2"));
    this.about = element("p.tdp-hint");
    this.table = element("table.tdp-lane-table");
    this.place = element("div.tdp-lane-adding");
    /** Where a race stands. */
    this.room = element("div.tdp-lane-room");
    this.along = element("div.tdp-lane-along");
    this.more = element("div");
    /** @type {import("./lane-offers.js").LaneOffers | null} */
    this.offers = null;
    /** How many lanes there are. */
    this.count = 0;
    body.append(this.about, this.place, this.room, this.table, this.along, this.more);
    onceSeen(this.along, () => this.#take());
    const adding = lanes?.adding;
    if (adding) onceSeen(this.place, () => this.#offer(adding));
    const many = element("div");
    /** @type {import("./often-offers.js").OftenOffers | null} */
    this.often = null;
    body.append(many);
    if (often) onceSeen(many, () => this.#offerMany(many, often, detail));
  }

  async #take() {
    const [{ laneFigures }, { takeAlong }] = await Promise.all([
      import("../share/figures.js"),
      import("../share/take-along.js"),
    ]);
    const columns = () => laneFigures(this.lanes?.shown() ?? [], this.lanes?.guest?.() ?? null);
    this.along.append(takeAlong("each lane", () => ({ title: "lanes", columns: columns() })));
  }

  /** @param {Adding} adding */
  async #offer(adding) {
    const { LaneOffers } = await import("./lane-offers.js");
    this.offers = new LaneOffers(adding);
    this.place.append(this.offers.root);
    this.more.append(this.offers.more);
    this.#offers();
  }

  /**
   * @param {HTMLElement} place
   * @param {import("./often.js").OftenActions} often
   * @param {(name: string) => Promise<void>} detail opens a panel of the tray
   */
  async #offerMany(place, often, detail) {
    const { OftenOffers } = await import("./often-offers.js");
    this.often = new OftenOffers(often, detail);
    place.append(this.often.root);
    this.#offers();
  }

  #offers() {
    this.often?.show(this.lanes?.shown().map(({ recording }) => recording) ?? []);
    this.offers?.show(this.count > 0, this.count === MOST_LANES ? NO_LANE_LEFT : "");
  }

  /** @type {Panel["show"]} */
  show(_recording, _theme, { unit }) {
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
            guest !== null,
          ),
    );
    this.count = shown.length + (guest ? 1 : 0);
    this.#offers();
    this.table.hidden = this.along.hidden = shown.length === 0;
    const all = shown.map(({ recording }) => figuresOf(recording));
    /** @param {HTMLTableRowElement} row @param {string} [text] of the guest */
    const and = (row, text = "–") => {
      if (guest) row.append(element("td", text));
      return row;
    };
    const theirs = guest?.figures;
    const spent =
      theirs && !Number.isNaN(theirs.seconds)
        ? `${secondsText(theirs.seconds).replace(" ", "\u00a0")} on arrival`
        : "–";
    this.table.replaceChildren(
      element(
        "thead",
        element(
          "tr",
          element("td"),
          ...shown.map(({ letter, title }) => element("th", { scope: "col", title }, letter)),
          ...(guest ? [element("th", { scope: "col", title: guest.title }, "R")] : []),
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

/**
 * @param {Recording[]} recordings
 * @param {boolean} guest does another server's model answer beside them?
 * @returns {string}
 */
function sameSentence(recordings, guest) {
  if (guest)
    return `${recordings.length > 1 ? `${sameSentence(recordings, false)} ` : ""}R is another model, which is sent the prompt alone.`;
  if (recordings.some(({ header }) => header.source))
    return "Some of it comes from another program, which tells neither its prompt nor its settings.";
  const same = (/** @type {(recording: Recording) => unknown} */ of) => new Set(recordings.map(of)).size === 1;
  const shared = [
    same(({ header }) => header.prompt) && "prompt",
    same(({ header }) => header.seed) && "seed",
    same(({ header }) => `${header.model} ${header.revision}`) && "model",
  ].filter(Boolean);
  return shared.length === 0
    ? "Nothing is the same."
    : `The same ${shared.join(", ").replace(/, ([^,]+)$/, " and $1")}.`;
}

/**
 * @param {string} name
 * @param {Figures[]} all
 * @param {(figures: Figures, lane: number) => number} figure
 * @param {(value: number) => string} text
 */
function line(name, all, figure, text) {
  // A run that goes on, or was not made, has no figures yet that could be compared.
  const known = (/** @type {Figures} */ figures, /** @type {number} */ at) =>
    figures.live || figures.passes === 0 ? NaN : figure(figures, at);
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

/**
 * @param {ReturnType<typeof timesOf>} times
 * @param {Figures[]} all
 * @returns {HTMLTableRowElement} with the reason in place of seconds that cannot be compared
 */
function secondsLine(times, all) {
  const row = line(
    "seconds",
    all,
    (_, at) => times[at].seconds,
    (value) => secondsText(value).replace(" ", "\u00a0"),
  );
  let last = /** @type {HTMLTableCellElement | null} the reason of the lane before */ (null);
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

/**
 * @param {string} name
 * @param {Figures[]} all
 * @param {(figures: Figures) => string} text
 * @param {(figures: Figures) => string} [more]
 */
const words = (name, all, text, more = () => "") =>
  element(
    "tr",
    element("th", { scope: "row" }, name),
    ...all.map((one) => element("td", { title: more(one) }, text(one))),
  );
