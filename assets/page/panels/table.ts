/** The step as a table, for people who would rather read than look, by eye or by screen reader. */

import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import { cellText } from "../words/glyphs.ts";
import { element, setText } from "../dom/elements.ts";
import { words } from "../words/terms.ts";
import { digits } from "../words/units.ts";
import { setToken } from "./panel.ts";
import { GLYPHS } from "./history-table.ts";
import { COLUMNS, linesOf, probabilityText, sorted, tsv } from "./step-table.ts";
import type { Theme } from "../cells/colour.ts";
import type { Recording } from "../run/recording.ts";
import type { Column, TableRow } from "./step-table.ts";

/** Rows are built once the step has been shown this long: a thousand of them cost more than a picture may. */
const SETTLED_MS = 150;
/** Room for a token's text, in pixels. */
const TOKEN_WIDTH = 120;

export class StepTable implements Panel {
  copy = element("button", "Copy as TSV");
  copied = element("span.tdp-copied", { role: "status" });
  heads: HTMLTableCellElement[];
  rows = element("tbody");
  caption = element("caption");
  recording: Recording | null = null;
  taste: Taste = { unit: "nats", layer: "sampled", terms: "plain" };
  step = -1;
  chosen: number | null = null;
  by: Column = "position";
  direction: 1 | -1 = 1;
  settling: ReturnType<typeof setTimeout> | undefined;
  lines: TableRow[] | undefined;

  constructor(
    root: HTMLElement,
    public reader: Reader,
  ) {
    this.heads = COLUMNS.map((name) => {
      const button = element("button");
      button.onclick = () => this.#sort(name);
      return element("th", { scope: "col" }, button);
    });
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
    this.copy.onclick = () => this.#copy();
    this.rows.onclick = (event) => {
      const line = (event.target as HTMLElement).closest("tr");
      if (line) this.reader.choose(Number(line.dataset.position));
    };
  }

  show(recording: Recording, _theme: Theme, taste: Taste): void {
    Object.assign(this, { recording, taste, step: -1 });
    COLUMNS.forEach((name, i) => {
      const face = name === "entropy" ? `${words(taste.terms).uncertainty}, ${taste.unit}` : name;
      setText(this.heads[i].firstElementChild as Element, face);
    });
  }

  paint(step: number, chosen: number | null) {
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
    const names = namesOf(wayOf(recording.header), taste.terms);
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

  #sort(name: Column) {
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
      getSelection()?.selectAllChildren(this.rows.parentElement as Node);
      setText(this.copied, "This browser refuses; the table is selected, press Ctrl+C.");
    }
  }
}
