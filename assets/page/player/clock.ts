/** A player's clock: which moment is shown, whether it moves, and how fast. It knows neither frames nor drawing. */

/** Speeds to choose from, in steps per second; Infinity is one step for each picture on the screen. */
export const SPEEDS = [1, 2, 4, 8, 16, 30, Infinity];

/** A moment worth a second look stays this many times as long, at speeds that can be followed. */
export const LINGER = 2.5;
/** Up to this many steps per second a reader can follow what happens within a step. */
export const FOLLOWED = 4;

/** So long the noise of a run that streams stays, in seconds, before its newest step is followed. */
export const NOISE_SECONDS = 1;

export class Clock {
  count = 0;
  /** The moment that is shown; -1 while there are none. */
  moment = -1;
  playing = false;
  speed = 2;
  /** Stay at the newest moment while a run streams? */
  following = false;
  /** Is the noise shown with which a run begins that streams? */
  begins = false;
  /** Seconds since the moment began. */
  elapsed = 0;
  /** How often it was set to a moment by hand. */
  seeks = 0;
  /** Is a moment worth a second look? */
  lingers: (moment: number) => boolean = () => false;

  /** A run begins to stream: there are no moments yet. The first is shown for a while, and then the clock follows new ones. */
  follow() {
    this.pause();
    this.count = 0;
    this.moment = -1;
    this.elapsed = 0;
    this.following = this.begins = true;
  }

  /** @param count how many moments there are now */
  grow(count: number) {
    this.count = count;
    if (this.following) this.moment = this.begins ? Math.min(0, count - 1) : count - 1;
    else this.moment = Math.min(Math.max(this.moment, 0), count - 1);
  }

  /** No more moments will come. */
  finish() {
    if (this.begins) this.moment = this.count - 1;
    this.following = this.begins = false;
  }

  /**
   * Goes to a moment by hand: pauses playback, and stops following the newest one unless this is it.
   *
   * @param live may more moments come?
   */
  seek(moment: number, live: boolean = false) {
    this.pause();
    this.begins = false;
    this.seeks += 1;
    this.moment = Math.min(Math.max(moment, 0), this.count - 1);
    this.following = live && moment >= this.count - 1;
  }

  /** Plays; at the last moment it starts again from the first. */
  play() {
    if (this.count < 2) return;
    if (this.moment >= this.count - 1) this.moment = 0;
    this.following = this.begins = false;
    this.playing = true;
    this.elapsed = 0;
  }

  pause() {
    this.playing = false;
  }

  /** Does time pass? */
  get runs() {
    return this.playing || (this.begins && this.count > 0);
  }

  /** Slow enough to show a step in two halves? */
  get slow() {
    return this.speed <= FOLLOWED;
  }

  /** The part of the moment that is over, 0 .. 1; 1 unless it plays slowly. */
  get share() {
    return this.playing && this.slow ? Math.min(this.elapsed / this.#length, 1) : 1;
  }

  get #length() {
    return (this.slow && this.lingers(this.moment) ? LINGER : 1) / this.speed;
  }

  /** @param milliseconds since the last tick @returns has the moment changed? */
  tick(milliseconds: number): boolean {
    if (!this.runs) return false;
    const before = this.moment;
    this.elapsed += milliseconds / 1000;
    if (this.begins) {
      this.begins = this.elapsed < NOISE_SECONDS;
      this.grow(this.count);
      return this.moment !== before;
    }
    if (this.speed === Infinity) this.moment += 1;
    while (this.speed !== Infinity && this.elapsed >= this.#length && this.moment < this.count - 1) {
      this.elapsed -= this.#length;
      this.moment += 1;
    }
    // The last moment has its time too, so that its second half is seen.
    if (this.moment >= this.count - 1 && (!this.slow || this.elapsed >= this.#length)) this.pause();
    return this.moment !== before;
  }
}
