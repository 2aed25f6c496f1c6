/** What values are, and how numbers are written in sentences. */

export const isMapping = (value: unknown): value is Record<string, any> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @returns with commas between the thousands */
export const withCommas = (number: number): string =>
  String(number).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
