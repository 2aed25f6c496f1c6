/** Marks of the map: what was measured at which settings, over many cases or many seeds. */

import { differences, joined, mean } from "../rules/intervals.js";

/** @typedef {import("../page/address.js").Knob} Knob */
/** @typedef {Record<string, import("../page/address.js").Value>} Settings */
/** @typedef {import("../rules/intervals.js").Finding} Finding */
/** @typedef {import("../rules/intervals.js").Interval} Interval */
/**
 * @typedef {object} Mark
 * @property {Settings} settings all of them
 * @property {number} right
 * @property {number} cases at least 1
 * @property {number} passes on average
 * @property {string} subject what the cases are: a kind of prompts, or one prompt with many seeds
 * @property {boolean} yours was it measured here?
 * @property {Finding | null} finding by the number of the case, or by seed; null where only sums are known
 */
/** @typedef {{ share: number | null, passes: number, cases: number, each?: { passes: number[], right: (boolean | null)[] } } & Settings} Row of a sweep, with the settings that it varies */
/** @typedef {{ kind: string, rows: Row[] }} Sweep as `python -m playground sweep` writes it */
/** @typedef {Pick<import("../page/studies.js").Studies, "results"> & { request: import("../page/studies.js").StudyRequest }} Study */

/**
 * @param {Sweep[]} sweeps that come with the checkpoint
 * @param {import("../words/race.js").Card} card of the checkpoint
 * @returns {string[]} the kinds of prompts of which something was measured, the one that is most like the card's prompt first
 */
export function kindsOf(sweeps, { tasks }) {
  const count = (/** @type {string} */ kind) =>
    sweeps.reduce((sum, sweep) => sum + (sweep.kind === kind ? sweep.rows.length : 0), 0);
  const [like = ""] = tasks[0]?.task.split(/[ ,]/) ?? [];
  const rank = (/** @type {string} */ kind) => (kind.startsWith(like) ? 1000 : 0) + count(kind);
  const kinds = new Set([...sweeps.map(({ kind }) => kind), ...tasks.map(({ task }) => task)]);
  return [...kinds].sort((a, b) => rank(b) - rank(a));
}

/**
 * @param {string} kind
 * @param {Sweep[]} sweeps
 * @param {import("../words/race.js").Card} card
 * @param {Settings} shipped the checkpoint's own settings, for which the card's figures are
 * @param {Knob[]} knobs
 * @returns {Mark[]} one for each setting: where several were measured, the one with the most cases
 */
export function shippedMarks(kind, sweeps, { tasks }, shipped, knobs) {
  const rows = sweeps.flatMap((sweep) => (sweep.kind === kind ? sweep.rows : []));
  const swept = rows.flatMap(({ share, low: _low, high: _high, passes, cases, each, ...varied }) =>
    share === null
      ? []
      : [markOf({ settings: { ...shipped, ...varied }, right: Math.round(share * cases), cases, passes, each })],
  );
  const figures = tasks.flatMap(({ task, rows }) => (task === kind ? rows.filter(({ way }) => way === "uniform") : []));
  const printed = figures.map(({ right, cases, passes }) => markOf({ settings: shipped, right, cases, passes }));
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  for (const mark of [...swept, ...printed]) {
    const key = settingKey(mark.settings, knobs);
    if (!(Number(marks.get(key)?.cases) >= mark.cases)) marks.set(key, mark);
  }
  return [...marks.values()];

  /** @param {Pick<Mark, "settings" | "right" | "cases" | "passes"> & Pick<Row, "each">} measured @returns {Mark} */
  function markOf({ each, ...figures }) {
    const right = each?.right.flatMap((value, at) =>
      value === null ? [] : [/** @type {[number, boolean]} */ ([at, value])],
    );
    const finding = each && right ? { passes: new Map(each.passes.entries()), right: new Map(right) } : null;
    return { ...figures, subject: kind, yours: false, finding };
  }
}

/**
 * @param {Study} study made here
 * @returns {Mark[]} one for each of its settings at which a rule judged a text
 */
export function studyMarks({ request: { run, vary, values }, results }) {
  return values.flatMap((value, change) => {
    const done = [...results.values()].filter((result) => result.change === change && result.verdict !== null);
    if (done.length === 0) return [];
    const typed = typeof run.settings[vary] === "number" ? Number(value) : value;
    const right = new Map(done.map(({ seed, verdict }) => [seed, verdict?.right === true]));
    return [
      {
        settings: vary === "" ? run.settings : { ...run.settings, [vary]: typed },
        right: [...right.values()].filter(Boolean).length,
        cases: done.length,
        passes: mean(done.map(({ passes }) => passes)),
        subject: run.prompt,
        yours: true,
        finding: { passes: new Map(done.map(({ seed, passes }) => [seed, passes])), right },
      },
    ];
  });
}

/**
 * @param {Settings} settings
 * @param {Knob[]} knobs
 * @returns {string} the same for settings that make the same runs: those of another sampler do not count
 */
export const settingKey = (settings, knobs) =>
  JSON.stringify(
    knobs
      .filter(({ samplers }) => samplers.length === 0 || samplers.includes(String(settings.sampler)))
      .map(({ name, value }) => settings[name] ?? value),
  );

/**
 * @param {Mark} first
 * @param {Mark} second
 * @returns {Interval} of the second share minus the first: over the cases that both have, if it is known which these are
 */
export function gapOf(first, second) {
  const shared =
    first.subject === second.subject && first.finding && second.finding
      ? differences(first.finding, second.finding).share
      : null;
  return shared ?? joined([first.right, first.cases], [second.right, second.cases]);
}

/** @param {Mark} first @param {Mark} second @returns {boolean} does the interval of their difference leave out 0? */
export function apart(first, second) {
  const [low, high] = gapOf(first, second);
  return low > 0 || high < 0;
}
