/** The whole run at a glance: a column for each step, a line for each position. Drag in it to move through the run. */

import { namesOf } from "../rules/way-words.ts";
import { tokenText } from "../words/glyphs.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import { inksOf } from "../cells/inks.ts";
import { HAND_COLOURS, MOST_LINES, STATUS_COLOURS, column, palettes } from "../cells/raster.ts";
import { element, setText, switchOf } from "../dom/elements.ts";
import { content } from "../run/metrics.ts";
import { handsOf } from "../rules/hand.ts";
import { statusName } from "../rules/hand-sentences.ts";
import { WAYS, wayOf } from "../rules/ways.ts";
import { placeSentence } from "../run/sentences.ts";
import { words } from "../words/terms.ts";
import { entropyIn } from "../words/units.ts";
import { frame, surface } from "./panel.ts";
import type { Theme } from "../cells/colour.ts";
import type { Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";

const HEIGHT = 150;
/** The height of the blocks' names under the raster. */
const NAMES_HEIGHT = 18;
/** The thickness of the frame around the current step. */
const HEAD = 1.5;

export class Overview implements Panel {
  by: "entropy" | "status" = "entropy";
  switch: HTMLElement;
  canvas = element("canvas");
  raster: HTMLDivElement;
  readout = element("p.tdp-readout");
  key = element("p.tdp-raster-key");
  picture: OffscreenCanvas;
  /** How many steps the picture holds, and has room for. */
  drawn = 0;
  columns = 0;
  /** The steps at which blocks begin. */
  starts: number[] = [];
  width = 300;
  recording: Recording | null = null;
  theme: Theme = "light";
  inks: Record<string, string>;
  unit: Unit = "nats";
  terms: Mode = "plain";
  step = -1;
  chosen: number | null = null;

  constructor(
    root: HTMLElement,
    public reader: Reader,
  ) {
    this.switch = switchOf("Colour", ["entropy", "status"], (value) => {
      this.by = value as "entropy" | "status";
      this.#redraw();
    });
    const body = frame(root, "Overview: position × step", this.switch);
    this.raster = element(
      "div.tdp-raster",
      { tabindex: "0", role: "slider", "aria-label": "Step of the run", "aria-valuemin": "1" },
      this.canvas,
    );
    this.raster.style.height = `${HEIGHT + NAMES_HEIGHT}px`;
    body.append(this.raster, this.key, this.readout);
    this.picture = new OffscreenCanvas(1, 1);
    this.inks = inksOf(this.canvas);
    this.#listen();
    new ResizeObserver(() => {
      this.width = this.raster.clientWidth;
      this.canvas.style.width = `${this.width}px`;
      this.canvas.style.height = `${HEIGHT + NAMES_HEIGHT}px`;
      this.#redraw();
    }).observe(this.raster);
  }

  show(recording: Recording, theme: Theme, { unit, terms }: Taste): void {
    if (recording !== this.recording) Object.assign(this, { step: -1, chosen: null });
    Object.assign(this, { recording, theme, unit, terms, inks: inksOf(this.canvas) });
    const entropy = this.switch.querySelector("[data-value=entropy]") as Element;
    setText(entropy, words(terms).uncertainty);
    this.#redraw();
  }

  paint(step: number, chosen: number | null) {
    this.step = step;
    this.chosen = chosen;
    const { recording } = this;
    if (recording === null || step < 0) return;
    if (this.drawn < recording.frames.length || this.columns !== this.#steps) this.#grow();
    this.#draw();
    this.raster.setAttribute("aria-valuemax", String(recording.frames.length));
    this.raster.setAttribute("aria-valuenow", String(step + 1));
    this.raster.setAttribute("aria-valuetext", placeSentence(recording, { step, noise: false }));
    this.#tell(step, chosen);
  }

  /** How many columns to leave room for: while a run goes on, as many as it may take. */
  get #steps() {
    const recording = this.recording as Recording;
    const { frames, header, live } = recording;
    const { max_denoising_steps: most, max_new_tokens: length } = header.spec.settings;
    return live ? Math.max(most * Math.ceil(length / header.canvas_length), frames.length) : Math.max(frames.length, 1);
  }

  #redraw() {
    this.drawn = 0;
    const { canvas_length: positions } = this.recording?.header ?? { canvas_length: 1 };
    this.picture = new OffscreenCanvas(1, Math.min(positions, MOST_LINES));
    this.setKey();
    if (this.step >= 0) this.paint(Math.min(this.step, (this.recording?.frames.length ?? 0) - 1), this.chosen);
  }

  /** Adds the columns of new steps. */
  #grow() {
    const recording = this.recording as Recording;
    const { frames } = recording;
    const steps = this.#steps;
    const lines = this.picture.height;
    if (this.columns !== steps || this.picture.width !== steps) {
      this.columns = steps;
      this.picture.width = steps;
      this.drawn = 0;
    }
    if (this.drawn === 0) this.starts = [];
    const colours = palettes(this.by, this.theme);
    const pixels = this.picture.getContext("2d") as OffscreenCanvasRenderingContext2D;
    for (; this.drawn < frames.length; this.drawn += 1) {
      const { drawn } = this;
      if (frames[drawn].block !== frames[drawn - 1]?.block) this.starts.push(drawn);
      pixels.putImageData(
        new ImageData(column(frames[drawn], this.by, content(recording, drawn), colours), 1, lines),
        drawn,
        0,
      );
    }
  }

  /** Draws the picture, the blocks' names under it, and the current step and position over it. */
  #draw() {
    const { frames, header } = this.recording as Recording;
    const context = surface(this.canvas, this.width, HEIGHT + NAMES_HEIGHT);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.picture, 0, 0, this.width, HEIGHT);
    const width = this.width / this.columns;
    const { inks } = this;
    this.starts.forEach((step, i) => {
      const room = ((this.starts[i + 1] ?? this.columns) - step) * width;
      context.fillStyle = inks.paper;
      if (step > 0) context.fillRect(step * width - 1, 0, 2, HEIGHT);
      context.fillStyle = inks.soft;
      const { block } = frames[step];
      const name = [`${words(this.terms).part} ${block}`, String(block)].find(
        (text) => context.measureText(text).width < room - 4,
      );
      if (name !== undefined) context.fillText(name, step * width + 2, HEIGHT + 13);
    });
    context.strokeStyle = inks.ink;
    context.lineWidth = HEAD;
    context.strokeRect(this.step * width - HEAD / 2, HEAD / 2, width + HEAD, HEIGHT - HEAD);
    if (this.chosen === null) return;
    context.fillStyle = inks.ink;
    context.globalAlpha = 0.75;
    context.fillRect(0, ((this.chosen + 0.5) / header.canvas_length) * HEIGHT - 0.5, this.width, 1);
    context.globalAlpha = 1;
  }

  /** Says what the colours mean. The scale of entropy is above the canvas of tokens. */
  setKey() {
    const entry = (colour: string, name: string) => {
      const swatch = element("i.tdp-raster-swatch");
      swatch.style.background = colour;
      return [swatch, `${name} `];
    };
    const { header } = this.recording ?? {};
    const hands = handsOf(header?.spec);
    const ownWords = [
      ...(hands.has("held") ? entry(HAND_COLOURS[this.theme].held, "pinned by hand") : []),
      ...(hands.has("favoured") ? entry(HAND_COLOURS[this.theme].favoured, "your own word, favoured") : []),
    ];
    if (this.by === "entropy")
      return this.key.replaceChildren("Colours as in the cells; what is no text is paler. ", ...ownWords);
    const states = namesOf(header ? wayOf(header) : WAYS.uniform, this.terms).flatMap((name, code) =>
      entry(STATUS_COLOURS[this.theme][code], name),
    );
    this.key.replaceChildren(...states, ...ownWords);
  }

  #tell(step: number, position: number | null) {
    const recording = this.recording as Recording;
    const now = recording.frames[step];
    if (now === undefined) return;
    const vocabulary = words(this.terms);
    const where = `${vocabulary.part} ${now.block}, step ${now.step}`;
    if (position === null)
      return setText(this.readout, `${where}: drag to move through the run, double-click to choose a position.`);
    const token = tokenText(recording, now.sampled_ids[position]);
    const status = statusName(now, position, wayOf(recording.header), this.terms);
    setText(
      this.readout,
      `${where}, position ${position}: “${token}”, ${vocabulary.uncertainty} ${entropyIn(now.entropy[position], this.unit)}, ${status}`,
    );
  }

  #listen() {
    const { raster } = this;
    const at = (event: MouseEvent) => {
      const box = raster.getBoundingClientRect();
      const clamp = (share: number, count: number) => Math.min(Math.max(Math.floor(share * count), 0), count - 1);
      const positions = this.recording?.header.canvas_length ?? 1;
      const step = Math.min(
        clamp((event.clientX - box.left) / box.width, this.#steps),
        (this.recording?.frames.length ?? 1) - 1,
      );
      return { step, position: clamp((event.clientY - box.top) / HEIGHT, positions) };
    };
    let dragging = false;
    raster.onpointerdown = (event) => {
      dragging = true;
      raster.setPointerCapture(event.pointerId);
      this.reader.seek(at(event).step);
    };
    raster.onpointermove = (event) => {
      if (this.recording === null) return;
      const { step, position } = at(event);
      if (dragging) this.reader.seek(step);
      this.reader.point(position);
      this.#tell(step, position);
    };
    raster.onpointerup = raster.onpointercancel = () => (dragging = false);
    raster.ondblclick = (event) => this.reader.choose(at(event).position);
    raster.onpointerleave = () => {
      this.reader.point(null);
      if (this.recording) this.#tell(this.step, this.chosen);
    };
    raster.onkeydown = (event) => this.#key(event);
  }

  #key(event: KeyboardEvent) {
    const { recording, step } = this;
    if (recording === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = recording.frames.length - 1;
    const starts = recording.frames.flatMap((frame, at) => (frame.step === 1 ? [at] : []));
    const to = {
      ArrowLeft: step - 1,
      ArrowDown: step - 1,
      ArrowRight: step + 1,
      ArrowUp: step + 1,
      Home: 0,
      End: last,
      PageUp: starts.findLast((start) => start < step) ?? 0,
      PageDown: starts.find((start) => start > step) ?? last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.step = Math.min(Math.max(to, 0), last); // now, because the next key may come before the next picture
    this.reader.seek(this.step);
  }
}
