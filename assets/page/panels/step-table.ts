/** The table of one step: its rows, their order, and the same rows as text for a spreadsheet. */

import { probabilityOf } from "../run/metrics.ts";
import { canvasOf } from "../run/recording.ts";
import { NAMES } from "../run/status.ts";
import { PER_NAT, percent } from "../words/units.ts";
import type { Taste } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";
import type { Unit } from "../words/units.ts";

export interface TableRow {
  position: number;
  /** Its whole text. */
  token: string;
  /** NaN if it is not recorded */
  probability: number;
  /** In the reader's unit. */
  entropy: number;
  status: number;
}

export type Column = "position" | "token" | "probability" | "entropy" | "status";

export const COLUMNS: Column[] = ["position", "token", "probability", "entropy", "status"];

/** @returns by position */
export function linesOf(recording: Recording, step: number, { layer, unit }: Taste): TableRow[] {
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
 * @param lines by position
 * @returns sorted; lines without the figure come last, and ties go by position
 */
export function sorted(lines: TableRow[], by: Column, direction: 1 | -1): TableRow[] {
  return [...lines].sort((a, b) => {
    const [x, y] = [a[by], b[by]];
    if (typeof x === "string" && typeof y === "string")
      return direction * (x < y ? -1 : x > y ? 1 : 0) || a.position - b.position;
    const [missing, otherMissing] = [Number.isNaN(x), Number.isNaN(y)];
    if (missing || otherMissing) return Number(missing) - Number(otherMissing) || a.position - b.position;
    return direction * (Number(x) - Number(y)) || a.position - b.position;
  });
}

/** @param least the smallest recorded probability of the position; NaN if there is none */
export const probabilityText = (probability: number, least: number): string =>
  Number.isNaN(probability) ? (Number.isNaN(least) ? "not recorded" : `≤ ${percent(least)}`) : percent(probability);

/**
 * @returns tab-separated values; escapes line breaks, tabs and backslashes in tokens, and at their beginning any sign
 * that a spreadsheet would take for the start of a formula or of a quoted cell
 */
export function tsv(lines: TableRow[], unit: Unit): string {
  const escape = (text: string) =>
    text
      .replace(/[\\\t\n\r]/g, (sign) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[sign] ?? sign)
      .replace(/^["=+\-@＝＋－＠]/, "\\$&");
  const head = COLUMNS.map((name) => (name === "entropy" ? `entropy (${unit})` : name)).join("\t");
  const body = lines.map(({ position, token, probability, entropy, status }) =>
    [position, escape(token), Number.isNaN(probability) ? "" : probability, entropy, NAMES[status]].join("\t"),
  );
  return `${[head, ...body].join("\n")}\n`;
}
