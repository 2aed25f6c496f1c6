/** Runs of a study at one setting: what they show, in words, and a small canvas for each of them. */

import { plainText } from "../cells/glyphs.js";
import { shadeOf, shades } from "../cells/colour.js";
import { element, setText } from "../dom/elements.js";
import { shareOf, wilson } from "../rules/intervals.js";
import { differenceSentence, passesSentence, shareSentence } from "../words/study.js";
import { surface } from "./panel.js";

/** @typedef {import("../run/study.js").Result} Result */
/** @typedef {import("../rules/intervals.js").Finding} Finding */

/** Cells in a line of a small canvas, and the most pixels of its height. */
const COLUMNS = 16;
const WIDTH = 64;
const MOST_HEIGHT = 64;

export class Setting {
  /** @param {string} name of the setting; "" where there is only one @param {(result: Result) => void} open a run */
  constructor(name, open) {
    this.open = open;
    this.words = element("p");
    this.difference = element("p.tdp-hint");
    this.runs = element("div.tdp-often-runs", { role: "group", "aria-label": name === "" ? "Runs" : `Runs, ${name}` });
    this.root = element(
      "section.tdp-often-setting",
      ...(name === "" ? [] : [element("h3", name)]),
      this.words,
      this.difference,
      this.runs,
    );
    /** What stands for each run, by its key. @type {Map<string, { root: HTMLButtonElement, mark: HTMLElement }>} */
    this.made = new Map();
  }

  /** The canvases are drawn again, in other colours. */
  clear() {
    this.made.clear();
    this.runs.replaceChildren();
  }

  /**
   * @param {[key: string, result: Result][]} results
   * @param {Finding} finding of them
   * @param {Map<string, boolean>} right by key
   * @param {import("../cells/colour.js").Theme} theme
   * @param {Finding | null} [first] of the first setting, if this is another one
   */
  show(results, finding, right, theme, first = null) {
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

  /** @param {string} key @param {Result} result @param {import("../cells/colour.js").Theme} theme */
  #add(key, result, theme) {
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
    const after = [...this.runs.children].find(
      (other) => Number(/** @type {HTMLElement} */ (other).dataset.seed) > result.seed,
    );
    this.runs.insertBefore(root, after ?? null);
    return made;
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Float32Array} uncertainty in nats, of each position of the text
 * @param {import("../cells/colour.js").Theme} theme
 */
function draw(canvas, uncertainty, theme) {
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
