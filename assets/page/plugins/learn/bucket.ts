/**
 * The budget as a bucket: a bar that is open at its end. Each word is as wide as it costs, the rim is the budget, and what
 * spills over it is hatched. The cheapest words come first, as a sampler takes them.
 */

import { shadeOf, shades } from "../../cells/colour.ts";
import { element, setText } from "../../dom/elements.ts";
import { counted, entropyIn, entropyText } from "../../words/units.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Unit } from "../../words/units.ts";

/** Its cost in nats. */
type Word = { text: string; cost: number };
/** `rest`: what cells cost that are kept and are no words, in nats */
type Load = { words: Word[]; rest: number };

/** The rim is here, as a share of the bar, while nothing needs more room; it never comes nearer than the second. */
const [RIM, NEAREST] = [0.78, 0.5];
/** Words that are narrower than this share of the bar have no box of their own; a narrower box than this has no room for its text, in pixels. */
const [LEAST, TEXT_PX] = [0.02, 40];

/** @returns in nats */
export const sumOf = ({ words, rest }: Load): number => words.reduce((sum, { cost }) => sum + cost, rest);

/**
 * @param bound in nats
 * @returns how many of the words do not go in: those before them, the cheapest first, add up to more than the bound
 */
export function tooMany({ words, rest }: Load, bound: number): number {
  let sum = rest;
  const costs = words.map(({ cost }) => cost).sort((a, b) => a - b);
  return costs.filter((cost) => {
    const full = sum > bound;
    sum += cost;
    return full;
  }).length;
}

/** @param loads to be drawn on one scale @returns how many nats the bar is long */
export const lengthFor = (bound: number, loads: Load[]): number =>
  Math.min(Math.max(bound / RIM, ...loads.map((load) => 1.04 * sumOf(load))), bound / NEAREST);

export class Bucket {
  head = element("span", { role: "status" });
  aside = element("small");
  track = element("div.tdp-bucket-track", { "aria-hidden": "true" });
  root: HTMLDivElement;

  /** @param owner such as “Yours” */
  constructor(
    public owner: string,
    public theme: () => Theme,
  ) {
    this.root = element("div.tdp-bucket", element("p", this.head, " ", this.aside), this.track);
  }

  /** @param bound in nats */
  show(
    load: Load,
    bound: number,
    {
      next = null,
      length,
      unit = "nats",
      covered = false,
    }: { next?: Word | null; length?: number; unit?: Unit; covered?: boolean } = {},
  ) {
    const { words, rest } = load;
    const sorted = [...words, ...(next ? [next] : [])].sort((a, b) => a.cost - b.cost);
    const whole = { words: sorted, rest };
    const end = length ?? lengthFor(bound, [whole]);
    const small = sorted.filter(({ cost }) => cost < LEAST * end);
    const few = small.reduce((sum, { cost }) => sum + cost, rest);
    setText(
      this.head,
      covered ? `${this.owner}: ${counted(words.length, "word")}.` : this.#sentence(load, bound, unit),
    );
    this.track.classList.toggle("tdp-bucket-covered", covered);
    const rim = element("i.tdp-bucket-rim");
    rim.style.left = share(bound / end);
    const wall = element("i.tdp-bucket-wall");
    wall.style.width = share(bound / end);
    const name = element("small.tdp-bucket-name", `rim: ${entropyIn(bound, unit)}`);
    name.style.left = share(bound / end);
    if (covered) {
      this.track.replaceChildren(wall, rim, name);
      return setText(this.aside, "What they cost is shown with the answer.");
    }
    let at = few;
    const first = few > 0 ? [this.#box(null, 0, few, end, unit)] : [];
    const boxes = sorted.slice(small.length).map((word) => {
      const box = this.#box(word, at, word.cost, end, unit);
      box.classList.toggle("tdp-bucket-next", word === next);
      at += word.cost;
      return box;
    });
    const spill = element("i.tdp-bucket-spill", { hidden: "" });
    spill.hidden = at <= bound;
    spill.style.left = share(bound / end);
    spill.style.width = share(Math.min(at - bound, end - bound) / end);
    this.track.replaceChildren(wall, ...first, ...boxes, spill, rim, name);
    const certain = small.filter((word) => word !== next).length;
    const all = certain === words.length ? "They" : `${certain} of them`;
    setText(this.aside, certain < 2 ? "" : `${all} are so sure that they cost ${entropyIn(few, unit)} together.`);
  }

  #sentence(load: Load, bound: number, unit: Unit) {
    const { words } = load;
    const sum = sumOf(load);
    const over = tooMany(load, bound);
    const limit = entropyIn(bound, unit);
    const last = words.reduce((most, word) => (word.cost > most.cost ? word : most), { text: "", cost: -1 });
    const state =
      over > 0
        ? `${entropyIn(sum, unit)} are too many for ${limit}, and ${counted(over, "word")} would not go in`
        : sum > bound
          ? `full: the last one, “${last.text}”, spills over the rim, as it may`
          : `the bucket holds ${entropyText(sum, unit)} of ${limit}`;
    return `${this.owner}: ${counted(words.length, "word")}; ${state}.`;
  }

  /** @param word null for those that have no box of their own */
  #box(word: Word | null, from: number, cost: number, end: number, unit: Unit) {
    const box = element("span.tdp-bucket-word");
    box.style.left = share(from / end);
    box.style.width = share(Math.min(cost, end - from) / end);
    const { fill, text } = shades(this.theme())[shadeOf(cost)];
    Object.assign(box.style, { background: fill, color: text });
    if (word !== null && (cost / end) * this.track.clientWidth >= TEXT_PX)
      box.append(element("b", word.text), element("small", entropyText(cost, unit)));
    return box;
  }
}

const share = (part: number): string => `${(100 * Math.min(Math.max(part, 0), 1)).toFixed(3)}%`;
