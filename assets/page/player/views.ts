/**
 * Everything that explains a step: the canvas of tokens with its cursor, and the panels. It draws what `PlayerState` says,
 * but does not know the time: `paint` gets the moment.
 */

import { appearanceAt } from "../cells/appearance.ts";
import { Dissolve } from "../cells/dissolve.ts";
import { CellPainter } from "../cells/draw.ts";
import { Places } from "../cells/text-flow.ts";
import { BottomSheet } from "./bottom-sheet.ts";
import { Deck } from "./deck.ts";
import { Lanes } from "./lanes.ts";
import { LAYERS } from "./toolbar.tsx";
import { whenever } from "./state.ts";
import { halfOf } from "./withheld.ts";
import type { Theme } from "../cells/colour.ts";
import type { Moment, Recording } from "../run/recording.ts";
import type { Looks } from "./looks.ts";
import type { Panels, Reader } from "./panel.ts";
import type { PlayerState } from "./state.ts";
import type { View } from "./view.tsx";
import type { Withheld } from "./withheld.ts";

export class Views {
  /** What `places` fit into; "" before they are laid out. */
  #fitted = "";
  #places: Places | null = null;
  height = 0;
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

  constructor(
    public view: View,
    public state: PlayerState,
    public theme: () => Theme,
    reducedMotion: MediaQueryList,
    panels: Panels,
    actions: Omit<Reader, "choose" | "pin" | "point" | "detail">,
    alone: (recording: Recording) => void,
    public refresh: () => void,
  ) {
    const reader = {
      ...actions,
      detail: (name: string) => this.reveal(name),
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
    whenever([state.shape], () => this.prepare());
    whenever([state.taste, state.figure], () => this.#explain());
    whenever([state.mode], () => this.#turn());
    view.tabs.addEventListener("click", () => this.meet());
    view.drawer.addEventListener("toggle", () => this.meet(), { capture: true });
  }

  /** The run that is shown. */
  get recording() {
    return this.state.recording.value;
  }

  get chosen() {
    return this.state.chosen.value;
  }

  get taste() {
    return this.state.taste.value;
  }

  get withheld() {
    return this.state.withheld.value;
  }

  /** While the drawer has nothing to say, the canvas has its room. */
  #giveRoom() {
    const { mode, recording, taste, chosen } = this;
    const silent = Boolean(recording?.header.source) || (taste.newcomer && chosen === null);
    this.view.root.classList.toggle("tdp-silent", mode === "watch" && silent);
  }

  /** The reader opens something, and sees its figures. */
  meet() {
    if (!this.state.newcomer.value) return;
    this.state.newcomer.value = false;
    this.met();
  }

  show(recording: Recording) {
    const { state } = this;
    const before = state.recording.value;
    const within = (position: number | null) => position !== null && position < recording.header.canvas_length;
    const sameText = before === null || before.header.spec.prompt.text === recording.header.spec.prompt.text;
    state.recording.value = recording;
    if (!sameText || !within(state.chosen.value)) state.chosen.value = null;
    if (!within(state.pinned.value) || state.chosen.value === null) state.pinned.value = null;
    this.prepare();
  }

  /** The run, the room or the theme is another: the canvas is sized for it at the next picture, when all around it stands. */
  prepare() {
    this.view.root.dataset.shape = this.state.shape.value;
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
    this.#places = new Places(recording, this.state.shape.value, room, (text) => this.painter.measure(text));
    this.#size(this.#places);
    this.lanes.prepare(this.state.shape.value, this.theme(), this.scale, room.low);
  }

  /** @param places that must fit on the canvas */
  #size(places: Places) {
    this.height = places.height;
    this.painter.prepare(places, this.theme());
    this.dissolve.clear();
  }

  #explain() {
    const { recording, state } = this;
    this.view.root.classList.toggle("tdp-newcomer", state.newcomer.value);
    if (recording === null) return;
    const runs = [recording, ...this.lanes.all.map((lane) => lane.recording)];
    state.bounds.value = runs.some(({ header }) => (header.only_top ?? 0) > 0);
    const { taste } = this;
    const theme = this.theme();
    state.coloured.value = { recording, theme, figure: state.figure.value, taste };
    this.deck.show(recording, theme, taste);
  }

  /**
   * @param moment none before the first step of a run
   * @param share of the moment that is over, 0 .. 1
   * @param at the moment of each lane; another may go on when this run has ended
   */
  paint(moment: Moment | undefined, share: number, at: number[]) {
    const { recording, drawn, withheld, state, chosen } = this;
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
    const look = { layer: state.layer.value, figure: state.figure.value, filter: state.only.value };
    const differing = this.lanes.paint(at, { ...look, cells: state.cells.value }, half, chosen, this.taste);
    const apart = withheld.colours ? new Uint8Array(recording.header.canvas_length) : differing;
    state.differing.value = apart !== undefined;
    if (moment === undefined) {
      this.painter.stand(places.before(1));
      tip.hidden.value = true;
      return this.painter.blank();
    }
    const { step, noise } = moment;
    const layout = places.at(step);
    state.close.value = state.shape.value === "grid" && layout.flows === true;
    if (places.height !== this.height) this.#size(places);
    this.painter.stand(layout);
    if (half === "kept" && drawn.half === "drawn" && drawn.step === step && drawn.recording === recording)
      this.dissolve.begin(appearanceAt(recording, moment, look.layer, half).ids);
    else if (half !== drawn.half && half !== "kept") this.dissolve.end();
    state.filled.value = recording.filled;
    this.drawn = { recording, step, half: noise ? "" : half };
    this.painter.paint(recording, moment, { ...look, apart }, half);
    cursor.paint(chosen);
    tip.paint(layout, recording, moment, this.taste, chosen, cursor.keyed);
    this.deck.paint(step, chosen, state.pinned.value);
    this.sheet.paint(this.mode !== "watch", chosen);
  }

  /** @param withheld from now on */
  withhold(withheld: Withheld) {
    this.state.withheld.value = withheld;
  }

  choose(position: number | null) {
    if (position !== null) this.meet();
    this.choosePair(position, this.state.pinned.value);
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
    this.state.chosen.value = position;
    this.state.pinned.value = position === null ? null : pinned;
  }

  get mode() {
    return this.state.mode.value;
  }

  set mode(mode) {
    this.state.mode.value = mode;
    this.#turn(); // a sheet that was closed opens again
  }

  /** The mode is another one. */
  #turn() {
    const { mode, state, sheet } = this;
    this.view.root.dataset.mode = mode;
    this.view.root.toggleAttribute("data-guided", state.guided.value);
    if (mode !== "watch") this.meet();
    sheet.tuning = mode === "tune" || mode === "compare";
    sheet.paint(mode !== "watch", this.chosen);
    sheet.chosen = null; // it is another one: the next picture has the chosen cell above it
  }

  /** @param name of a panel of the tray that the reader shall see */
  reveal(name: string) {
    this.sheet.close(); // on a phone it would cover what is opened
    return this.deck.reveal(name);
  }

  get looks() {
    return this.state.looks.value;
  }

  set looks(looks: Looks) {
    this.state.look(looks);
  }

  /** What each key does here. */
  get keys() {
    const { layer, shape } = this.state;
    const layers = LAYERS.map((name, i) => [String(i + 1), () => (layer.value = name)]);
    const turn = () => (shape.value = shape.value === "grid" ? "text" : "grid");
    return { ...Object.fromEntries(layers), t: turn, Escape: () => this.escape() };
  }

  /** Closes what is open: on a phone the sheet, else the card of the chosen position. */
  escape() {
    if (!this.sheet.close()) this.choose(null);
  }
}
