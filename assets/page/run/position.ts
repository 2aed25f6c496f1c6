/** One position's story in words: when it was kept, whether it was reopened, and what it becomes. */

import { namesOf } from "../rules/way-words.ts";
import { LOCKED, NEWLY_LOCKED, RELAPSED } from "./status.ts";
import type { Way } from "../rules/ways.ts";
import type { Mode } from "../words/terms.ts";
import type { Moment } from "./history.ts";

/** More spells than these are counted instead of listed. */
const LISTED = 2;

/**
 * @param moments of one position in one block
 * @param now place of the present one in `moments`
 * @param name a token's text, safe to show
 * @returns such as `Kept at steps 7 and 8, reopened now, later “a”.`
 */
export function historyLine(
  moments: Moment[],
  now: number,
  name: (id: number) => string,
  way: Way,
  mode: Mode = "plain",
): string {
  const [kept, , , reopened] = namesOf(way, mode);
  const { status, sampled } = moments[now];
  const held = status === LOCKED || status === NEWLY_LOCKED;
  const past = spells(moments.slice(0, now + 1));
  const parts = [];
  if (past.length > LISTED) parts.push(`${kept} ${past.length} times so far`);
  for (const [at, [first, last]] of past.length > LISTED ? [] : past.entries()) {
    const again = at > 0 ? " again" : "";
    const present = held && at === past.length - 1;
    if (present)
      parts.push(first === now ? `${kept}${again} now` : `${kept}${again} since step ${moments[first].step}`);
    else parts.push(`${kept}${again} ${during(moments[first].step, moments[last].step)}`);
    if (!present && last + 1 < now) parts.push(`${reopened} at step ${moments[last + 1].step}`);
  }
  if (past.length === 0) parts.push(`not ${kept} so far`);
  if (status === RELAPSED) parts.push(`${reopened} now`);
  const end = moments[moments.length - 1];
  const next = held ? undefined : moments.slice(now + 1).find((moment) => moment.status === NEWLY_LOCKED);
  if (end.sampled !== sampled) parts.push(`later “${name(end.sampled)}”`);
  else if (next !== undefined) parts.push(`${kept}${past.length > 0 ? " again" : ""} at step ${next.step}`);
  const line = parts.join(", ");
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

/** @returns the spells in which the position was kept, as places in `moments` */
export function spells(moments: Moment[]): [first: number, last: number][] {
  const spells: [number, number][] = [];
  moments.forEach(({ status }, at) => {
    if (status !== LOCKED && status !== NEWLY_LOCKED) return;
    const spell = spells.at(-1);
    if (spell !== undefined && spell[1] === at - 1) spell[1] = at;
    else spells.push([at, at]);
  });
  return spells;
}

/** @param first step */
function during(first: number, last: number) {
  if (first === last) return `at step ${first}`;
  return `at steps ${first} ${last === first + 1 ? "and" : "to"} ${last}`;
}
