/** One setting of a study: what its runs show, in words, and a small canvas for each of them. */

import { plainText } from "../cells/glyphs.js";
import { shadeOf, shades } from "../cells/colour.js";
import { element, setText } from "../dom/elements.js";
import { shareOf, wilson } from "../rules/intervals.js";
import { changeName, differenceSentence, passesSentence, shareSentence } from "../words/study.js";
import { surface } from "./panel.js";

/** @typedef {import("../run/study.js").Result} Result */
/** @typedef {import("../rules/intervals.js").Finding} Finding */

/** Cells in a line of a small canvas, and the most pixels of its height. */
const COLUMNS = 16;
const WIDTH = 64;
const MOST_HEIGHT = 64;

export class Setting {
  /**
   * @param {string} vary the name of the setting, or ""
   * @param {string} value
   * @param {number} change its number
   * @param {(key: string) => void} open a run
   */
  constructor(vary, value, change, open) {
    this.vary = vary;
    this.change = change;
    this.open = open;
    this.name = changeName(vary, value);
    this.words = element("p", {});
    this.difference = element("p", { class: "tdp-hint" });
    this.runs = element("div", { class: "tdp-often-runs", role: "group", "aria-label": `Runs, ${this.name}` });
    this.root = element("section", { class: "tdp-often-setting" }, ...(vary === "" ? [] : [element("h3", {}, this.name)]), this.words, this.difference, this.runs);
    /** What stands for each run, by its key. @type {Map<string, { root: HTMLButtonElement, mark: HTMLElement }>} */
    this.made = new Map();
  }

  /** The canvases are drawn again, in other colours. */
  clear() {
    this.made.clear();
    this.runs.replaceChildren();
  }

  /**
   * @param {Map<string, Result>} results of all settings
   * @param {Finding[]} findings of all settings
   * @param {Map<string, boolean>} right
   * @param {import("../cells/colour.js").Theme} theme
   */
  show(results, findings, right, theme) {
    const [first, finding] = [findings[0], findings[this.change]];
    const { right: count, cases } = shareOf(finding);
    const known = finding.passes.size > 0;
    setText(this.words, known ? `${shareSentence(finding, cases > 0 ? wilson(count, cases) : null)} ${passesSentence(finding)}` : "");
    setText(this.difference, known && this.change > 0 ? differenceSentence(first, finding, "the first setting") : "");
    for (const [key, result] of results) {
      if (result.change !== this.change) continue;
      const made = this.made.get(key) ?? this.#add(key, result, theme);
      const judged = right.get(key);
      const said = result.sentence !== "" ? "failed" : judged === undefined ? "" : judged ? "right" : "wrong";
      const sign = judged === undefined ? "" : judged ? "✓ " : "✗ ";
      setText(made.mark, result.sentence !== "" ? "failed" : `${sign}${result.passes}`);
      made.root.dataset.said = said;
      made.root.setAttribute("aria-label", [`Seed ${result.seed}`, result.sentence || `${result.passes} passes`, said].filter(Boolean).join(", "));
    }
  }

  /**
   * @param {string} key
   * @param {Result} result
   * @param {import("../cells/colour.js").Theme} theme
   */
  #add(key, result, theme) {
    const canvas = element("canvas", { "aria-hidden": "true" });
    const mark = element("span", {}, "");
    const about = result.sentence || result.verdict?.sentence || "";
    const root = element("button", { type: "button", title: plainText(`Seed ${result.seed}${about && `: ${about}`}. ${result.text}`.slice(0, 300)) }, canvas, mark);
    if (result.sentence === "") root.onclick = () => this.open(key);
    else root.disabled = true;
    draw(canvas, result.uncertainty, theme);
    const made = { root, mark };
    this.made.set(key, made);
    const after = [...this.made].find(([other]) => Number(other.split(" ")[0]) > result.number);
    this.runs.insertBefore(root, after?.[1].root ?? null);
    this.made = new Map([...this.made].sort(([one], [other]) => Number(one.split(" ")[0]) - Number(other.split(" ")[0])));
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
