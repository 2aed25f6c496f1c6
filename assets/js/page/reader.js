/** Reads the words of an address one by one, and says of each that is wrong what is allowed. */

const MAX_COUNT = 1_000_000;

/** Takes values out of an address. What is not allowed is left out, and a sentence says so. */
export class Reader {
  /**
   * @param {string | Record<string, string>} words of an address, or values by name
   * @param {string[]} complaints get more
   */
  constructor(words, complaints) {
    this.words = new URLSearchParams(words);
    this.complaints = complaints;
  }

  /** @param {string} name @returns {string | null} its first value; null if it has none */
  take(name) {
    const value = this.words.get(name);
    this.words.delete(name);
    return value;
  }

  /** @param {string} name @returns {string[]} */
  all(name) {
    const values = this.words.getAll(name);
    this.words.delete(name);
    return values;
  }

  /**
   * @param {string} name
   * @param {{ minimum: number, maximum: number, whole: boolean }} bounds
   * @returns {number | null}
   */
  number(name, { minimum, maximum, whole }) {
    const value = this.take(name);
    if (value === null) return null;
    const read = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value) ? Number(value) : NaN;
    if (read >= minimum && read <= maximum && (!whole || Number.isInteger(read))) return read;
    return this.complain(name, value, `a ${whole ? "whole " : ""}number from ${minimum} to ${maximum}`);
  }

  /** @param {string} name @param {number} [minimum] */
  count(name, minimum = 1) {
    return this.number(name, { minimum, maximum: MAX_COUNT, whole: true });
  }

  /** @param {string} name @param {string[]} allowed */
  oneOf(name, allowed) {
    const value = this.take(name);
    if (value === null || allowed.includes(value)) return value;
    return this.complain(name, value, allowed.join(", "));
  }

  /**
   * @param {string} name
   * @param {string} value of a stranger
   * @param {string} allowed
   */
  complain(name, value, allowed) {
    this.complaints.push(`The address says that ${name} is ${quoted(value)}; allowed is ${allowed}.`);
    return null;
  }

  /** Nothing else is to come. */
  end() {
    for (const name of new Set(this.words.keys()))
      this.complaints.push(`The address says ${quoted(name)}, which means nothing here.`);
  }
}

/** @param {string} value of a stranger */
export const quoted = (value) => `“${[...value].slice(0, 40).join("")}${[...value].length > 40 ? "…" : ""}”`;
