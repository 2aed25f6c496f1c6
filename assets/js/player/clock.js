/** A player's clock: which step is shown, whether it moves, and how fast. It knows neither frames nor drawing. */

/** Speeds to choose from, in steps per second; Infinity is one step for each picture on the screen. */
export const SPEEDS = [1, 2, 4, 8, 16, 30, Infinity];

export class Clock {
  constructor() {
    this.count = 0;
    /** The step that is shown; -1 while there are none. */
    this.step = -1;
    this.playing = false;
    this.speed = 4;
    /** Stay at the newest step while a run streams? */
    this.following = false;
    this.elapsed = 0;
  }

  /** A run begins to stream: there are no steps yet, and the clock follows new ones. */
  follow() {
    this.pause();
    this.count = 0;
    this.step = -1;
    this.following = true;
  }

  /** @param {number} count how many steps there are now */
  grow(count) {
    this.count = count;
    if (this.following) this.step = count - 1;
    else this.step = Math.min(Math.max(this.step, 0), count - 1);
  }

  /** No more steps will come. */
  finish() {
    this.following = false;
  }

  /**
   * Goes to a step by hand: pauses playback, and stops following the newest step.
   *
   * @param {number} step
   */
  seek(step) {
    this.pause();
    this.following = false;
    this.step = Math.min(Math.max(step, 0), this.count - 1);
  }

  /** Plays; at the last step it starts again from the first. */
  play() {
    if (this.count < 2) return;
    if (this.step >= this.count - 1) this.step = 0;
    this.following = false;
    this.playing = true;
    this.elapsed = 0;
  }

  pause() {
    this.playing = false;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /**
   * @param {number} milliseconds since the last tick
   * @returns {boolean} has the step changed?
   */
  tick(milliseconds) {
    if (!this.playing) return false;
    this.elapsed += milliseconds / 1000;
    const due = this.speed === Infinity ? 1 : Math.floor(this.elapsed * this.speed);
    if (due === 0) return false;
    this.elapsed -= due / this.speed;
    this.step = Math.min(this.step + due, this.count - 1);
    if (this.step === this.count - 1) this.pause();
    return true;
  }
}
