/** The chosen position through the steps of its block, and what more can be asked of it. */

import { element, setText } from "../dom/elements.ts";
import { historySentence } from "../rules/explain.ts";
import { historyOf } from "../run/history.ts";
import { words } from "../words/terms.ts";
import { HistoryTable } from "./history-table.ts";
import { StepStrip } from "./step-strip.ts";
import type { Theme } from "../cells/colour.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Moment } from "../run/history.ts";
import type { Recording } from "../run/recording.ts";
import type { Inside } from "./inside.ts";

export class History implements Panel {
  compare = element(
    "button.tdp-compare",
    { "aria-pressed": "false", title: "Keep this position and choose a second one" },
    "Compare with a cell",
  );
  look = element(
    "button.tdp-pill.tdp-look-inside",
    { title: "Every token that it might be, and where it looks: the server computes this step again", hidden: "" },
    "Look inside",
  );
  inner = element("div");
  strip: StepStrip;
  summary = element("p.tdp-summary");
  table: HistoryTable;
  more: HTMLDetailsElement;
  recording: Recording | null = null;
  theme: Theme = "light";
  taste: Taste | null = null;
  step = -1;
  chosen: number | null = null;
  /** The position that others are compared with. */
  pinned: number | null = null;
  /** What is drawn, and of which position. */
  moments: Moment[] = [];
  key = "";
  /** Is the table that of the moments? */
  listed = false;
  /** Once it is asked for. */
  inside: Inside | null = null;

  constructor(
    public root: HTMLElement,
    public reader: Reader,
  ) {
    this.strip = new StepStrip(reader.seek);
    this.table = new HistoryTable(reader.seek);
    this.more = element(
      "details.tdp-more",
      element("summary", "All its figures"),
      this.summary,
      this.table.scroller,
      this.table.key,
    );
    root.classList.add("tdp-panel");
    root.prepend(
      element("h2", "Step by step"),
      this.strip.root,
      element("div.tdp-card-foot", this.more, this.compare),
      this.look,
      this.inner,
    );
    this.more.ontoggle = () => this.#list();
    this.look.onclick = () => this.#lookInside();
    this.compare.onclick = () => reader.pin(this.pinned === null ? this.chosen : null);
    new ResizeObserver(() => {
      const width = this.strip.root.clientWidth;
      if (width === 0 || width === this.strip.width) return;
      this.strip.width = width;
      this.key = "";
      this.paint(this.step, this.chosen, this.pinned);
    }).observe(this.strip.root);
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    Object.assign(this, { recording, theme, taste, key: "" });
    this.table.show(recording, theme, taste);
  }

  paint(step: number, chosen: number | null, pinned: number | null) {
    Object.assign(this, { step, chosen, pinned });
    const { recording, taste } = this;
    const frame = recording?.frames[step];
    this.root.hidden = chosen === null || frame === undefined;
    this.inside?.paint(recording, step, chosen);
    if (!recording || !taste || frame === undefined || chosen === null) return;
    this.look.hidden = recording.live || this.reader.inside === null;
    this.compare.setAttribute("aria-pressed", String(pinned !== null));
    const key = `${chosen} ${frame.block} ${recording.frames.length} ${devicePixelRatio}`;
    if (key !== this.key) {
      this.key = key;
      this.listed = false;
      this.moments = historyOf(recording, step, chosen);
      this.strip.draw(recording, this.moments, taste.layer === "argmax" ? "argmax" : "sampled", this.theme);
      this.strip.canvas.setAttribute(
        "aria-label",
        `Uncertainty of position ${chosen} at each of ${this.moments.length} steps; the table has the figures`,
      );
    }
    this.strip.paint(step - this.moments[0].at);
    this.#list();
  }

  /** The table is made only while it is open. */
  #list() {
    if (!this.more.open || this.moments.length === 0 || this.root.hidden) return;
    const { part } = words(this.taste?.terms ?? "plain");
    setText(
      this.summary,
      historySentence(
        this.moments.filter((moment) => moment.at <= this.step),
        part,
      ),
    );
    if (!this.listed) this.table.build(this.moments);
    this.listed = true;
    this.table.paint(this.step);
  }

  async #lookInside() {
    const { reader, recording, taste, chosen, step } = this;
    if (reader.inside === null || recording === null || taste === null || chosen === null) return;
    const { Inside } = await import("./inside.ts");
    this.inside ??= new Inside(this.inner, reader.inside);
    await this.inside.open(recording, step, chosen, taste);
  }
}
