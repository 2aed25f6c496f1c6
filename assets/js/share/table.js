/**
 * A run as a table of comma-separated values, one row for each block, step and position. `playground/export/tables.py`
 * has the same columns and the same rule for text; tests compare them.
 */

import { COLUMNS } from "../run/columns.js";
import { NAMES } from "../run/status.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {(frame: any, position: number) => string | number | boolean | undefined} Cell */

/** Text that a spreadsheet might run, or that begins like text which has been made safe. */
const FORMULA = /^(\s*[=+\-@＝＋－＠']|[\t\r\n])/u;

/** @type {Record<string, string[]>} as `playground/trace/status.py` names them */
const STATUS = {
  masked: ["kept", "newly kept", "masked", "masked again"],
  autoregressive: ["written", "just written", "blank", "blank again"],
};

/**
 * @param {string} text
 * @returns {string} that no spreadsheet runs; taking away a first apostrophe gives back what it was
 */
export const neutral = (text) => (FORMULA.test(text) ? `'${text}` : text);

/**
 * @param {{ name: string, recording: Recording }[]} runs whole ones, read from their files
 * @returns {string}
 */
export function tableOf(runs) {
  const every = runs.map(({ recording }) => columnsOf(recording));
  const names = [...new Set(every.flatMap((columns) => [...columns.keys()]))];
  const lines = [["run", ...names].map(quoted).join(",")];
  runs.forEach(({ name, recording }, at) => {
    const cells = names.map((column) => every[at].get(column));
    const run = quoted(neutral(name));
    for (const frame of recording.frames) {
      for (let position = 0; position < recording.header.canvas_length; position += 1) {
        lines.push([run, ...cells.map((cell) => written(cell?.(frame, position)))].join(","));
      }
    }
  });
  return `${lines.join("\n")}\n`;
}

/**
 * @param {Recording} recording
 * @returns {Map<string, Cell>} what each column holds, in order
 */
function columnsOf(recording) {
  const { tokens, header, frames } = recording;
  const [first] = frames;
  const candidates = first?.top_ids ? first.top_ids.length / header.canvas_length : 0;
  /** @type {Map<string, Cell>} */
  const columns = new Map();
  for (const { name, shape } of COLUMNS) {
    if (shape === "SLk" || !frames.some((frame) => /** @type {any} */ (frame)[name] !== undefined)) continue;
    const at = (/** @type {any} */ frame, /** @type {number} */ position) => (shape === "S" ? frame[name] : frame[name]?.[position]);
    if (name.endsWith("_ids")) {
      const layer = name.slice(0, -4);
      columns.set(`${layer}_id`, at);
      columns.set(layer, (frame, position) => tokens.get(at(frame, position)) ?? "");
    } else columns.set(name, name === "accepted" ? (frame, position) => at(frame, position) === 1 : at);
    if (name === "step") columns.set("position", (_, position) => position);
    if (name === "accepted") columns.set("status", (frame, position) => (STATUS[header.way ?? ""] ?? NAMES)[frame.status[position]]);
  }
  columns.set("argmax_prob", (frame, position) => (candidates ? frame.top_probs[position * candidates] : undefined));
  return columns;
}

/** @param {string | number | boolean | undefined} value */
function written(value) {
  if (typeof value === "string") return quoted(neutral(value));
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === undefined || Number.isNaN(value) ? "" : String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}

/** @param {string} text */
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
