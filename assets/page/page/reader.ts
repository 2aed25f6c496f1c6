/** Reads the words of an address one by one, and says of each that is wrong what is allowed. */

const MAX_COUNT = 1_000_000;

/** Takes values out of an address. What is not allowed is left out, and a sentence says so. */
export class Reader {
  words: URLSearchParams;

  /**
   * @param words of an address, or values by name
   * @param complaints get more
   */
  constructor(
    words: string | Record<string, string>,
    public complaints: string[],
  ) {
    this.words = new URLSearchParams(words);
  }

  /** @returns its first value; null if it has none */
  take(name: string): string | null {
    const value = this.words.get(name);
    this.words.delete(name);
    return value;
  }

  all(name: string): string[] {
    const values = this.words.getAll(name);
    this.words.delete(name);
    return values;
  }

  number(
    name: string,
    { minimum, maximum, whole }: { minimum: number; maximum: number; whole: boolean },
  ): number | null {
    const value = this.take(name);
    if (value === null) return null;
    const read = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value) ? Number(value) : NaN;
    if (read >= minimum && read <= maximum && (!whole || Number.isInteger(read))) return read;
    return this.complain(name, value, `a ${whole ? "whole " : ""}number from ${minimum} to ${maximum}`);
  }

  count(name: string, minimum: number = 1) {
    return this.number(name, { minimum, maximum: MAX_COUNT, whole: true });
  }

  oneOf(name: string, allowed: string[]) {
    const value = this.take(name);
    if (value === null || allowed.includes(value)) return value;
    return this.complain(name, value, allowed.join(", "));
  }

  /** @param value of a stranger */
  complain(name: string, value: string, allowed: string) {
    this.complaints.push(`The address says that ${name} is ${quoted(value)}; allowed is ${allowed}.`);
    return null;
  }

  /** Nothing else is to come. */
  end() {
    for (const name of new Set(this.words.keys()))
      this.complaints.push(`The address says ${quoted(name)}, which means nothing here.`);
  }
}

/** @param value of a stranger */
export const quoted = (value: string) => `“${[...value].slice(0, 40).join("")}${[...value].length > 40 ? "…" : ""}”`;
