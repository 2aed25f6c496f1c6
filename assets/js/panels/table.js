/** The step as a table, for people who would rather read than look, by eye or by screen reader. */

import { cellText } from "../cells/glyphs.js";
import { element, setText } from "../dom/elements.js";
import { namesOf, words } from "../words/terms.js";
import { digits } from "../words/units.js";
import { setToken } from "./panel.js";
import { GLYPHS } from "./history-table.js";
import { COLUMNS, linesOf, probabilityText, sorted, tsv } from "./step-table.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** Rows are built once the step has been shown this long: a thousand of them cost more than a picture may. */
const SETTLED_MS = 150;
/** Room for a token's text, in pixels. */
const TOKEN_WIDTH = 120;

/** @implements {Panel} */
export class StepTable {
  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, reader) {
    this.reader = reader;
    this.copy = element("button", "Copy as TSV");
    this.copied = element("span.tdp-copied", { role: "status" });
    this.heads = COLUMNS.map((name) => {
      const button = element("button");
      button.onclick = () => this.#sort(name);
      return element("th", { scope: "col" }, button);
    });
    this.rows = element("tbody");
    this.caption = element("caption");
    const table = element(
      "table.tdp-step-table",
      this.caption,
      element("thead", element("tr", ...this.heads)),
      this.rows,
    );
    root.classList.add("tdp-panel", "tdp-table");
    root.replaceChildren(
      element("div.tdp-panel-head", element("h2", "This step as a table"), this.copy, this.copied),
      element("div.tdp-scroller", { tabindex: "0", role: "region", "aria-label": "Table of the step" }, table),
    );
    /** @type {import("./panel.js").Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled", terms: "plain" };
    this.step = -1;
    /** @type {number | null} */
    this.chosen = null;
    /** @type {import("./step-table.js").Column} */
    this.by = "position";
    /** @type {1 | -1} */
    this.direction = 1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    this.copy.onclick = () => this.#copy();
    this.rows.onclick = (event) => {
      const line = /** @type {HTMLElement} */ (event.target).closest("tr");
      if (line) this.reader.choose(Number(line.dataset.position));
    };
  }

  /** @type {Panel["show"]} */
  show(recording, _theme, taste) {
    Object.assign(this, { recording, taste, step: -1 });
    COLUMNS.forEach((name, i) => {
      const face = name === "entropy" ? `${words(taste.terms).uncertainty}, ${taste.unit}` : name;
      setText(/** @type {Element} */ (this.heads[i].firstElementChild), face);
    });
  }

  /** @param {number} step @param {number | null} chosen */
  paint(step, chosen) {
    const moved = step !== this.step;
    this.step = step;
    this.chosen = chosen;
    if (!moved) return this.#highlight();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.#build(), SETTLED_MS);
  }

  #build() {
    const { recording, step, taste } = this;
    const frame = recording?.frames[step];
    if (!recording || frame === undefined) return;
    const { top_probs, argmax_ids } = frame;
    const names = namesOf(recording.header.way, taste.terms);
    const k = (top_probs?.length ?? 0) / argmax_ids.length;
    this.lines = sorted(linesOf(recording, step, taste), this.by, this.direction);
    const { part, [taste.layer]: layer } = words(taste.terms);
    this.caption.textContent = `${part[0].toUpperCase()}${part.slice(1)} ${frame.block}, step ${frame.step}: ${layer}. Positions count from 0.`;
    this.rows.replaceChildren(
      ...this.lines.map(({ position, token, probability, entropy, status }) => {
        const least = top_probs ? top_probs[(position + 1) * k - 1] : NaN;
        return element(
          "tr",
          { "data-position": String(position) },
          element("th", { scope: "row" }, element("button", { title: "Choose this position" }, String(position))),
          setToken(element("td.tdp-token"), cellText(token), TOKEN_WIDTH),
          element("td", probabilityText(probability, least)),
          element("td", digits(entropy, 3)),
          element("td", `${GLYPHS[status]} ${names[status]}`),
        );
      }),
    );
    COLUMNS.forEach((name, i) => {
      this.heads[i].setAttribute(
        "aria-sort",
        name !== this.by ? "none" : this.direction === 1 ? "ascending" : "descending",
      );
    });
    this.#highlight();
  }

  #highlight() {
    this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (this.chosen !== null)
      this.rows.querySelector(`[data-position="${this.chosen}"]`)?.setAttribute("aria-current", "true");
  }

  /** @param {import("./step-table.js").Column} name */
  #sort(name) {
    this.direction = name === this.by && this.direction === 1 ? -1 : 1;
    this.by = name;
    this.#build();
  }

  async #copy() {
    this.#build();
    try {
      await navigator.clipboard.writeText(tsv(this.lines ?? [], this.taste.unit));
      setText(this.copied, `${this.lines?.length ?? 0} rows copied.`);
    } catch {
      // Pages that are not served securely have no clipboard. With the table selected, one key press copies it.
      getSelection()?.selectAllChildren(/** @type {Node} */ (this.rows.parentElement));
      setText(this.copied, "This browser refuses; the table is selected, press Ctrl+C.");
    }
  }
}
