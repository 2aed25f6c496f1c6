/** What goes into the form from here: a checkpoint's own settings, the run of an address, a seed from dice. */

export class Form {
  /**
   * @param {import("./rail.js").Rail} rail
   * @param {import("./address.js").Knob[]} knobs
   * @param {(event: string) => void} trigger tells the form, which then reads `defaults` or `values`
   */
  constructor(rail, knobs, trigger) {
    this.rail = rail;
    this.knobs = knobs;
    this.trigger = trigger;
    /** The checkpoint's own settings, in the order of the knobs; the event `model_ready` takes them. @type {number[]} */
    this.defaults = [];
    /** Prompt, seed, knobs and the rest of a run that an address asks for; the event `form_filled` takes them. @type {any[]} */
    this.values = [];
  }

  /** @param {number[]} defaults for knobs that nobody has touched */
  ready(defaults) {
    if (this.rail.touched) return;
    this.defaults = defaults;
    this.trigger("model_ready");
  }

  /**
   * Puts the settings of a run into the form and presses Generate.
   *
   * @param {import("./address.js").OwnRun} run
   * @returns {string} for the reader
   */
  remake({ prompt, system, thinking, seed, settings }) {
    this.values = [prompt, seed, ...this.knobs.map(({ name }) => settings[name]), system, thinking];
    this.rail.touched = true;
    this.trigger("form_filled");
    if (this.rail.busy) return "A run is going on; press Generate after it to make the run of this address again.";
    return "The run of this address is made again from its seed; it begins when the model is ready.";
  }

  /** The form holds what an address asks for. It may be mounted later than the canvas: then it is waited for. */
  filled() {
    if (!this.rail.busy && !this.rail.press()) requestAnimationFrame(() => this.filled());
  }

  /** A knob of the temperature schedule moved. The form may be mounted later than the canvas: then it is waited for. */
  drawSchedule() {
    requestAnimationFrame(() => this.rail.drawSchedule() || this.drawSchedule());
    requestAnimationFrame(() => this.rail.showKnobs(this.knobs));
  }

  /** @returns {number} a seed from dice */
  newSeed() {
    return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
  }
}
