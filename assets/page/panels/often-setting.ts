/** Runs of a study at one setting: what they show, in words, and a small canvas for each of them. */

import { plainText } from "../words/glyphs.ts";
import { shadeOf, shades } from "../cells/colour.ts";
import { element, setText } from "../dom/elements.ts";
import { shareOf, wilson } from "../rules/intervals.ts";
import { differenceSentence, passesSentence, shareSentence } from "../run/study-sentences.ts";
import { surface } from "./panel.ts";
import type { Theme } from "../cells/colour.ts";
import type { Finding } from "../rules/intervals.ts";
import type { Result } from "../run/study.ts";

/** Cells in a line of a small canvas, and the most pixels of its height. */
const COLUMNS = 16;
const WIDTH = 64;
const MOST_HEIGHT = 64;

export class Setting {
  words = element("p");
  difference = element("p.tdp-hint");
  runs: HTMLDivElement;
  root: HTMLElement;
  /** What stands for each run, by its key. */
  made: Map<string, { root: HTMLButtonElement; mark: HTMLElement }> = new Map();

  /** @param name of the setting; "" where there is only one @param open a run */
  constructor(
    name: string,
    public open: (result: Result) => void,
  ) {
    this.runs = element("div.tdp-often-runs", { role: "group", "aria-label": name === "" ? "Runs" : `Runs, ${name}` });
    this.root = element(
      "section.tdp-often-setting",
      ...(name === "" ? [] : [element("h3", name)]),
      this.words,
      this.difference,
      this.runs,
    );
  }

  /** The canvases are drawn again, in other colours. */
  clear() {
    this.made.clear();
    this.runs.replaceChildren();
  }

  /**
   * @param finding of them
   * @param right by key
   * @param first of the first setting, if this is another one
   */
  show(
    results: [key: string, result: Result][],
    finding: Finding,
    right: Map<string, boolean>,
    theme: Theme,
    first: Finding | null = null,
  ) {
    const { right: count, cases } = shareOf(finding);
    const known = finding.passes.size > 0;
    setText(
      this.words,
      known ? `${shareSentence(finding, cases > 0 ? wilson(count, cases) : null)} ${passesSentence(finding)}` : "",
    );
    setText(this.difference, known && first ? differenceSentence(first, finding, "the first setting") : "");
    for (const [key, result] of results) {
      const made = this.made.get(key) ?? this.#add(key, result, theme);
      const judged = right.get(key);
      const outcome = result.sentence !== "" ? "failed" : judged === undefined ? "" : judged ? "right" : "wrong";
      const sign = judged === undefined ? "" : judged ? "✓ " : "✗ ";
      setText(made.mark, result.sentence !== "" ? "failed" : `${sign}${result.passes}`);
      made.root.dataset.said = outcome;
      made.root.setAttribute(
        "aria-label",
        [`Seed ${result.seed}`, result.sentence || `${result.passes} passes`, outcome].filter(Boolean).join(", "),
      );
    }
  }

  #add(key: string, result: Result, theme: Theme) {
    const canvas = element("canvas", { "aria-hidden": "true" });
    const mark = element("span", "");
    const about = result.sentence || result.verdict?.sentence || "";
    const root = element(
      "button",
      { title: plainText(`Seed ${result.seed}${about && `: ${about}`}. ${result.text}`.slice(0, 300)) },
      canvas,
      mark,
    );
    root.dataset.seed = String(result.seed);
    if (result.sentence === "") root.onclick = () => this.open(result);
    else root.disabled = true;
    draw(canvas, result.uncertainty, theme);
    const made = { root, mark };
    this.made.set(key, made);
    const after = [...this.runs.children].find((other) => Number((other as HTMLElement).dataset.seed) > result.seed);
    this.runs.insertBefore(root, after ?? null);
    return made;
  }
}

/** @param uncertainty in nats, of each position of the text */
function draw(canvas: HTMLCanvasElement, uncertainty: Float32Array, theme: Theme) {
  const lines = Math.max(Math.ceil(uncertainty.length / COLUMNS), 1);
  const [wide, high] = [WIDTH / COLUMNS, Math.min(4, MOST_HEIGHT / lines)];
  canvas.style.width = `${WIDTH}px`;
  canvas.style.height = `${lines * high}px`;
  const context = surface(canvas, WIDTH, lines * high);
  const palette = shades(theme);
  uncertainty.forEach((nats, at) => {
    context.fillStyle = palette[shadeOf(nats)].fill;
    context.fillRect((at % COLUMNS) * wide, Math.floor(at / COLUMNS) * high, wide, high);
  });
}
