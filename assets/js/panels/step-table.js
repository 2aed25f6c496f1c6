/** The table of one step: its rows, their order, and the same rows as text for a spreadsheet. */

import { probabilityOf } from "../run/metrics.js";
import { canvasOf } from "../run/recording.js";
import { NAMES } from "../run/status.js";
import { PER_NAT, percent } from "../words/units.js";

/**
 * @typedef {object} TableRow
 * @property {number} position
 * @property {string} token its whole text
 * @property {number} probability NaN if it is not recorded
 * @property {number} entropy in the reader's unit
 * @property {number} status
 */

/** @typedef {"position" | "token" | "probability" | "entropy" | "status"} Column */

/** @type {Column[]} */
export const COLUMNS = ["position", "token", "probability", "entropy", "status"];

/**
 * @param {import("../run/recording.js").Recording} recording
 * @param {number} step
 * @param {import("./panel.js").Taste} taste
 * @returns {TableRow[]} by position
 */
export function linesOf(recording, step, { layer, unit }) {
  const frame = recording.frames[step];
  return Array.from(canvasOf(frame, layer), (id, position) => ({
    position,
    token: recording.tokens.get(id) ?? "",
    probability: probabilityOf(frame, position, id),
    entropy: frame.entropy[position] * PER_NAT[unit],
    status: frame.status[position],
  }));
}

/**
 * @param {TableRow[]} lines by position
 * @param {Column} by
 * @param {1 | -1} direction
 * @returns {TableRow[]} sorted; lines without the figure come last, and ties go by position
 */
export function sorted(lines, by, direction) {
  return [...lines].sort((a, b) => {
    const [x, y] = [a[by], b[by]];
    if (typeof x === "string" && typeof y === "string")
      return direction * (x < y ? -1 : x > y ? 1 : 0) || a.position - b.position;
    const [missing, otherMissing] = [Number.isNaN(x), Number.isNaN(y)];
    if (missing || otherMissing) return Number(missing) - Number(otherMissing) || a.position - b.position;
    return direction * (Number(x) - Number(y)) || a.position - b.position;
  });
}

/**
 * @param {number} probability
 * @param {number} least the smallest recorded probability of the position; NaN if there is none
 * @returns {string}
 */
export const probabilityText = (probability, least) =>
  Number.isNaN(probability) ? (Number.isNaN(least) ? "not recorded" : `≤ ${percent(least)}`) : percent(probability);

/**
 * @param {TableRow[]} lines
 * @param {import("../words/units.js").Unit} unit
 * @returns {string} tab-separated values; escapes line breaks, tabs and backslashes in tokens, and at their beginning any
 *   sign that a spreadsheet would take for the start of a formula or of a quoted cell
 */
export function tsv(lines, unit) {
  const escape = (/** @type {string} */ text) =>
    text
      .replace(/[\\\t\n\r]/g, (sign) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[sign] ?? sign)
      .replace(/^["=+\-@＝＋－＠]/, "\\$&");
  const head = COLUMNS.map((name) => (name === "entropy" ? `entropy (${unit})` : name)).join("\t");
  const body = lines.map(({ position, token, probability, entropy, status }) =>
    [position, escape(token), Number.isNaN(probability) ? "" : probability, entropy, NAMES[status]].join("\t"),
  );
  return `${[head, ...body].join("\n")}\n`;
}
