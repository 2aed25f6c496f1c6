/** The clock of a player: which step is shown, whether it moves, how fast. It knows neither frames nor drawing. */

/** Steps per second to choose from; Infinity is one step per picture of the screen. */
export const SPEEDS = [1, 2, 4, 8, 16, 30, Infinity];

export class Clock {
  constructor() {
    this.count = 0;
    /** The step that is shown, -1 while there is none. */
    this.step = -1;
    this.playing = false;
    this.speed = 4;
    /** While a run streams: stay with its newest step. */
    this.following = false;
    this.elapsed = 0;
  }

  /** A run begins to stream: nothing is there yet, and what comes is followed. */
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
   * Goes to a step by hand: whatever was playing pauses, and the newest step is no longer followed.
   *
   * @param {number} step
   */
  seek(step) {
    this.pause();
    this.following = false;
    this.step = Math.min(Math.max(step, 0), this.count - 1);
  }

  /** From the last step playing starts over. */
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
