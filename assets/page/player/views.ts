/**
 * Everything that explains a step: the canvas of tokens with its toolbar, legend and cursor, and the panels. It knows
 * the chosen position and what the reader wants to see, but not the time: `paint` gets the moment.
 */

import { appearanceAt } from "../cells/appearance.ts";
import { Dissolve } from "../cells/dissolve.ts";
import { CellPainter } from "../cells/draw.ts";
import { Legend } from "../cells/legend.tsx";
import { Places } from "../cells/text-flow.ts";
import { boardOf } from "../rules/board.ts";
import { plainUnit, unitFor } from "../words/units.ts";
import { BottomSheet } from "./bottom-sheet.ts";
import { Deck } from "./deck.ts";
import { Lanes } from "./lanes.ts";
import { LAYERS, Toolbar } from "./toolbar.tsx";
import { isGuided } from "./looks.ts";
import { halfOf } from "./withheld.ts";
import type { Theme } from "../cells/colour.ts";
import type { Look } from "../cells/draw.ts";
import type { Moment, Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Looks } from "./looks.ts";
import type { Panels, Reader, Taste } from "./panel.ts";
import type { View } from "./view.tsx";
import type { Withheld } from "./withheld.ts";

export class Views {
  recording: Recording | null = null;
  chosen: number | null = null;
  /** The position kept for comparison with the chosen one. */
  pinned: number | null = null;
  /** What the clock is to count while runs are compared: "passes", "work" or "seconds". */
  by = "passes";
  /** What `places` fit into; "" before they are laid out. */
  #fitted = "";
  #places: Places | null = null;
  height = 0;
  withheld: Withheld = { decision: false, length: false };
  /** Is told when the reader first opens something. */
  met: () => void = () => {};
  /** Of the letters in the cells. */
  scale = 1;
  /** What the cells show now, for the change that comes next. */
  drawn = { recording: null as Recording | null, step: -1, half: "" };
  lanes: Lanes;
  painter: CellPainter;
  dissolve: Dissolve;
  sheet: BottomSheet;
  deck: Deck;
  legend: Legend;
  toolbar: Toolbar;

  constructor(
    public view: View,
    public theme: () => Theme,
    reducedMotion: MediaQueryList,
    panels: Panels,
    actions: Omit<Reader, "choose" | "pin" | "point" | "detail">,
    alone: (recording: Recording) => void,
    public refresh: () => void,
    /** Things are shown another way, and drawn again. */
    public changed: () => void,
  ) {
    const reader = {
      ...actions,
      detail: (name: string) => {
        this.sheet.close(); // on a phone it would cover what is opened
        return this.deck.reveal(name);
      },
      choose: (position: number | null) => this.choose(position),
      pin: (position: number | null) => this.choosePair(this.chosen, position),
      point: (position: number | null) => this.point(position),
    };
    this.lanes = new Lanes(view, reader, alone, () => {
      this.prepare();
      refresh();
    });
    this.painter = new CellPainter(view.canvas);
    this.dissolve = new Dissolve(view.veil, this.painter, reducedMotion);
    this.sheet = new BottomSheet(view, this);
    this.deck = new Deck(panels, view, reader, refresh);
    this.legend = new Legend(view.legend, refresh);
    this.toolbar = new Toolbar(view.toolbar, ({ layer, shape, figure, unit }, before) => {
      view.root.dataset.shape = shape;
      if (shape !== before.shape) this.prepare();
      if (figure !== before.figure) this.meet();
      this.taste = { ...this.taste, layer, unit };
      this.#explain();
      changed();
    });
    view.tabs.addEventListener("click", () => this.meet());
    view.drawer.addEventListener("toggle", () => this.meet(), { capture: true });
  }

  /** Beside other runs all cells are coloured, or only those that differ. */
  get look(): Look & { cells: string } {
    const { layer, figure } = this.toolbar.chosen.value;
    return { layer, figure, filter: this.legend.only.value, cells: this.view.cells.value };
  }

  get shape() {
    return this.toolbar.chosen.value.shape;
  }

  #taste: Taste = { layer: "sampled", unit: "nats", terms: "plain" };

  /** How the reader wants figures and words; the unit says so where the entropies of a run are lower bounds. */
  get taste() {
    const runs = [this.recording, ...(this.lanes?.all ?? []).map(({ recording }) => recording)];
    const bounds = runs.some((run) => (run?.header.only_top ?? 0) > 0);
    const unit = unitFor(this.#taste.unit, bounds);
    if (unit !== this.#taste.unit) this.#taste = { ...this.#taste, unit };
    return this.#taste;
  }

  set taste(taste) {
    this.#taste = taste;
  }

  /** Has the reader opened nothing yet? Then no figure of the uncertainty is given: its unit has to be learnt. */
  get newcomer() {
    return this.taste.newcomer === true;
  }

  set newcomer(newcomer) {
    this.taste = { ...this.taste, newcomer };
    this.view.root.classList.toggle("tdp-newcomer", newcomer);
    this.#giveRoom();
    this.#explain();
    this.changed();
  }

  /** While the drawer has nothing to say, the canvas has its room. */
  #giveRoom() {
    const { mode, recording, newcomer, chosen } = this;
    const silent = Boolean(recording?.header.source) || (newcomer && chosen === null);
    this.view.root.classList.toggle("tdp-silent", mode === "watch" && silent);
  }

  /** The reader opens something, and sees its figures. */
  meet() {
    if (!this.newcomer) return;
    this.newcomer = false;
    this.met();
  }

  show(recording: Recording) {
    if (this.recording && this.recording.header.spec.prompt.text !== recording.header.spec.prompt.text)
      this.chosen = null; // of another text
    this.recording = recording;
    this.toolbar.board.value = boardOf(recording.header) !== null;
    const within = (position: number | null) => position !== null && position < recording.header.canvas_length;
    if (!within(this.chosen)) this.chosen = null;
    if (!within(this.pinned) || this.chosen === null) this.pinned = null;
    this.prepare();
  }

  /** The run, the room or the theme is another: the canvas is sized for it at the next picture, when all around it stands. */
  prepare() {
    this.#places = null;
    this.#explain();
  }

  /** Where the cells of each block are; null without a run. */
  get places(): Places | null {
    if (this.#places === null && this.recording !== null) this.#layOut(this.recording);
    return this.#places;
  }

  /** Do the cells still fit the room that they were laid out for? */
  get fits() {
    return this.#places === null || JSON.stringify(this.#room) === this.#fitted;
  }

  get #room() {
    const { clientWidth: width, clientHeight } = this.view.stage;
    const style = getComputedStyle(this.view.stage);
    const bounded = style.overflowY === "auto"; // else it is as high as the cells
    const low = bounded && (this.lanes.all.length > 2 || style.getPropertyValue("--tdp-low") === "1");
    const least = Number(style.getPropertyValue("--tdp-least"));
    // Runs side by side have the same columns, whatever words they hold.
    const letters = this.lanes.all.length > 0 ? 0 : Number(style.getPropertyValue("--tdp-letters"));
    return { width, height: bounded ? clientHeight : 0, scale: this.scale, low, least, letters };
  }

  #layOut(recording: Recording) {
    const room = this.#room;
    this.#fitted = JSON.stringify(room);
    this.#places = new Places(recording, this.shape, room, (text) => this.painter.measure(text));
    this.#size(this.#places);
    this.lanes.prepare(this.shape, this.theme(), this.scale, room.low);
  }

  /** @param places that must fit on the canvas */
  #size(places: Places) {
    this.height = places.height;
    this.painter.prepare(places, this.theme());
    this.dissolve.clear();
  }

  #explain() {
    const { recording, taste } = this;
    if (recording === null) return;
    const theme = this.theme();
    this.legend.coloured.value = this.toolbar.colours.value = { recording, theme, figure: this.look.figure, taste };
    this.deck.show(recording, theme, taste);
  }

  /**
   * @param moment none before the first step of a run
   * @param share of the moment that is over, 0 .. 1
   * @param at the moment of each lane; another may go on when this run has ended
   */
  paint(moment: Moment | undefined, share: number, at: number[]) {
    const { recording, drawn, withheld } = this;
    const { root, cursor, tip } = this.view;
    const { classList } = root;
    const elsewhere = Boolean(recording?.header.source);
    classList.toggle("tdp-at-noise", !elsewhere && (moment === undefined || moment.noise));
    classList.toggle("tdp-elsewhere", elsewhere);
    classList.toggle("tdp-bare", Boolean(recording?.bare));
    this.#giveRoom();
    const { places } = this;
    if (recording === null || places === null) return;
    classList.toggle("tdp-withheld", withheld.decision);
    classList.toggle("tdp-endless", withheld.length);
    const half = halfOf(withheld, share);
    const differing = this.lanes.paint(at, this.look, half, this.chosen, this.taste);
    const apart = withheld.colours ? new Uint8Array(recording.header.canvas_length) : differing;
    this.legend.differing.value = apart !== undefined;
    if (moment === undefined) {
      this.painter.stand(places.before(1));
      tip.hidden.value = true;
      return this.painter.blank();
    }
    const { step, noise } = moment;
    const layout = places.at(step);
    this.toolbar.close.value = this.shape === "grid" && layout.flows === true;
    if (places.height !== this.height) this.#size(places);
    this.painter.stand(layout);
    if (half === "kept" && drawn.half === "drawn" && drawn.step === step && drawn.recording === recording)
      this.dissolve.begin(appearanceAt(recording, moment, this.look.layer, half).ids);
    else if (half !== drawn.half && half !== "kept") this.dissolve.end();
    this.legend.filled.value = recording.filled;
    this.drawn = { recording, step, half: noise ? "" : half };
    this.painter.paint(recording, moment, { ...this.look, apart }, half);
    cursor.paint(this.chosen);
    tip.paint(layout, recording, moment, this.taste, this.chosen, cursor.keyed);
    this.deck.paint(step, this.chosen, this.pinned);
    this.sheet.paint(this.mode !== "watch", this.chosen);
  }

  /** @param withheld from now on */
  withhold(withheld: Withheld) {
    this.withheld = withheld;
    this.taste = { ...this.taste, endless: withheld.length };
    this.refresh();
  }

  choose(position: number | null) {
    if (position !== null) this.meet();
    this.choosePair(position, this.pinned);
  }

  /** @param position under the pointer */
  point(position: number | null) {
    this.view.cursor.point(position);
    this.lanes.point(position);
    this.view.tip.point(position);
    this.deck.point(position);
  }

  /** @param pinned the position to compare it with */
  choosePair(position: number | null, pinned: number | null) {
    this.chosen = position;
    this.pinned = position === null ? null : pinned;
    this.refresh();
  }

  /** @param terms which words to use */
  speak(terms: Mode) {
    this.taste = { ...this.taste, terms };
    this.toolbar.terms.value = terms;
    this.#explain();
    this.changed();
  }

  /** What stands beside the canvas: `watch`, `tune` and `compare` in the drawer; any other has a place of its own. */
  get mode() {
    return this.view.root.dataset.mode ?? "";
  }

  set mode(mode) {
    this.view.root.dataset.mode = mode;
    this.view.root.toggleAttribute("data-guided", this.guided);
    if (mode !== "watch") this.meet();
    this.sheet.tuning = mode === "tune" || mode === "compare";
    this.sheet.paint(mode !== "watch", this.chosen);
    this.changed();
  }

  /** Does the mode choose what is shown, and not the reader? */
  get guided() {
    return isGuided(this.mode);
  }

  /** How things are shown, as an address stores it. */
  get looks() {
    const { layer, figure, filter: only, cells } = this.look;
    const { mode, shape, by } = this;
    return { mode, layer, figure, only, cells, shape, unit: plainUnit(this.taste.unit), by };
  }

  set looks({ only, mode, by, cells, ...others }: Looks) {
    this.by = by;
    this.mode = mode;
    this.cells = cells;
    this.toolbar.set(others);
    this.legend.set(only);
  }

  /** Which cells are coloured beside other runs: "all", or those that are "differing". */
  set cells(cells: string) {
    this.view.cells.value = cells;
    this.changed();
  }

  /** The position to compare the chosen one with. */
  get compared() {
    return this.pinned === this.chosen ? null : this.pinned;
  }

  /** What each key does here. */
  get keys() {
    const layers = LAYERS.map((layer, i) => [String(i + 1), () => this.toolbar.set({ layer })]);
    const turn = () => this.toolbar.set({ shape: this.shape === "grid" ? "text" : "grid" });
    return { ...Object.fromEntries(layers), t: turn, Escape: () => this.escape() };
  }

  /** Closes what is open: on a phone the sheet, else the card of the chosen position. */
  escape() {
    if (!this.sheet.close()) this.choose(null);
  }
}
