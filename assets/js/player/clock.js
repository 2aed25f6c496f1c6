/** The clock of a player: which row is shown, whether it moves, how fast. Knows rows only, neither frames nor drawing. */

/** Steps per second to choose from; Infinity is one step per picture of the screen. */
export const SPEEDS = [1, 2, 4, 8, 16, 30, Infinity];

export class Clock {
  constructor() {
    this.count = 0;
    /** The row that is shown, -1 while there is none. */
    this.row = -1;
    this.playing = false;
    this.speed = 4;
    /** While a run streams: stay with its newest row. */
    this.following = false;
    this.elapsed = 0;
  }

  /** A run begins to stream: nothing is there yet, and what comes is followed. */
  follow() {
    this.pause();
    this.count = 0;
    this.row = -1;
    this.following = true;
  }

  /** @param {number} count rows that there are now */
  grow(count) {
    this.count = count;
    if (this.following) this.row = count - 1;
    else this.row = Math.min(Math.max(this.row, 0), count - 1);
  }

  /** No more rows will come. */
  finish() {
    this.following = false;
  }

  /**
   * Goes to a row by hand: whatever was playing pauses, and the newest row is no longer followed.
   *
   * @param {number} row
   */
  seek(row) {
    this.pause();
    this.following = false;
    this.row = Math.min(Math.max(row, 0), this.count - 1);
  }

  /** From the last row playing starts over. */
  play() {
    if (this.count < 2) return;
    if (this.row >= this.count - 1) this.row = 0;
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
   * @returns {boolean} has the row changed?
   */
  tick(milliseconds) {
    if (!this.playing) return false;
    this.elapsed += milliseconds / 1000;
    const due = this.speed === Infinity ? 1 : Math.floor(this.elapsed * this.speed);
    if (due === 0) return false;
    this.elapsed -= due / this.speed;
    this.row = Math.min(this.row + due, this.count - 1);
    if (this.row === this.count - 1) this.pause();
    return true;
  }
}
