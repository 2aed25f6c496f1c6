/** The legend, always in sight: what becomes of a position. Pressing a status lets only its cells stand out. */

import { boardOf } from "../rules/board.ts";
import { handsOf } from "../rules/hand.ts";
import { wayOf } from "../rules/ways.ts";
import { EMPTY } from "../words/glyphs.ts";
import { hint, words, WORDS } from "../words/terms.ts";
import { paletteOf } from "./shading.ts";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Hand } from "../rules/hand.ts";
import type { Coloured } from "./scale.tsx";

/** The swatches by status code; they look as the cells do. */
const SWATCHES = ["tdp-is-kept", "tdp-is-just-kept", "tdp-is-thrown-back", "tdp-is-reopened"];

type Entry = [style: string, name: string, meaning: string];
/** The marks of a Sudoku board. */
const BOARD: Entry[] = [
  [
    "tdp-is-given",
    "given",
    "The puzzle gives this digit; the model copies it like any other. A copy that fails shows the right digit or a mark in its corner.",
  ],
  [
    "tdp-is-clash",
    "breaks a rule",
    "This digit stands twice in a row, a column or a box. So says a rule, not the model.",
  ],
];

/** What a person's hand is to cells. */
const HAND: [Hand, ...Entry][] = [
  [
    "held",
    "tdp-is-pinned",
    "pinned",
    "A person holds this token: it is in every input and in the text, and costs nothing of the budget.",
  ],
  [
    "favoured",
    "tdp-is-favoured",
    "your own, favoured",
    "A token of a text that a person gave. It stands as long as the model is surer of another by no more than the margin.",
  ],
  [
    "gave way",
    "tdp-gave-way",
    "gave way",
    "A token of a text that a person gave, but the model is surer of another by more than the margin: the sampler decides.",
  ],
  [
    "edited",
    "tdp-is-edited",
    "changed by hand",
    "A person changed this cell just before this step; from here on it is like any other.",
  ],
  ["moved", "tdp-is-moved", "moved", "What steers this run moved this cell's probabilities by 0.69 nats or more."],
];

const ALIKE: Entry = [
  "tdp-is-alike",
  "the same in each",
  "Every run has this token here; only cells that differ are coloured.",
];

interface Props {
  /** What the cells show: of what, the status that stands out, and whether it has a filler, or colours only what differs. */
  state: Record<"filled" | "differing", ReadonlySignal<boolean>> & {
    only: Signal<number | null>;
    coloured: ReadonlySignal<Coloured | null>;
  };
}

export function Legend({ state }: Props) {
  const { value: only } = state.only;
  const { recording, theme = "light", figure, taste } = state.coloured.value ?? {};
  const header = recording?.header;
  const board = header !== undefined && boardOf(header) !== null;
  const hands = handsOf(header?.spec);
  const colours = figure === "status" ? paletteOf(figure, theme, false) : null;
  return (
    <>
      {SWATCHES.map((style, code) => {
        const key = header && wayOf(header).statuses[code];
        const terms = taste?.terms ?? "plain";
        return (
          <button
            type="button"
            class="tdp-state"
            title={key && `${hint(key, terms)} Press to let only these stand out.`}
            aria-pressed={code === only}
            onClick={() => (state.only.value = code === only ? null : code)}
          >
            <i class={`tdp-swatch ${style}`} aria-hidden="true" style={{ background: colours?.[code].fill ?? "" }} />
            <span>{key && words(terms)[key]}</span>
          </button>
        );
      })}
      {HAND.map(([hand, ...entry]) => (
        <Entry entry={entry} hidden={!hands.has(hand)} />
      ))}
      {BOARD.map((entry) => (
        <Entry entry={entry} hidden={!board} />
      ))}
      <span class="tdp-state" title={WORDS.filler.line} hidden={!state.filled.value}>
        <span aria-hidden="true">{EMPTY.filler}</span>
        {WORDS.filler.plain}
      </span>
      {/* On a board it stands apart, and the line is full. */}
      <span class="tdp-state tdp-padding" title={WORDS.padding.line} hidden={board}>
        <span aria-hidden="true">{EMPTY.padding}</span>
        {WORDS.end.plain}
      </span>
      <Entry entry={ALIKE} hidden={!state.differing.value} />
    </>
  );
}

const Entry = ({ entry: [style, name, meaning], hidden }: { entry: Entry; hidden: boolean }) => (
  <span class="tdp-state" title={meaning} hidden={hidden}>
    <i class={`tdp-swatch ${style}`} aria-hidden="true" />
    {name}
  </span>
);
