/** What a compiled lesson holds: `playground/lessons/` writes it from Markdown and traces, and the page only plays it. */

/** @typedef {{ run: string, row?: number, noise?: boolean, position?: number }} Place of a run, a step (a row of its frames) or a cell */
/** @typedef {Place | { named: string }} Ref what words name: something in a run, or something on the page */
/** @typedef {string | { strong: Piece[] } | { em: Piece[] } | { code: string } | { href: string, text: Piece[] } | { ref: Ref, text: Piece[] }} Piece of a text */
/** @typedef {Partial<Place> & { beside?: string[], layer?: string, panel?: string, colour?: string, unit?: string, cells?: string, hide?: boolean }} Show what the page shows */
/** @typedef {{ kind: "text", text: Piece[] } | { kind: "list", items: Piece[][] }} Words */
/** @typedef {{ kind: "predict", ask: Piece[], because: Piece[] }} Question */
/** @typedef {Question & { form: "choose", length: boolean, options: { text: Piece[], right: boolean }[] }} Choose `length` says whether it asks how long a run is */
/** @typedef {Question & { form: "press", run: string, row: number, rule: string, among: number[] }} Press */
/** @typedef {Question & { form: "cut", run: string, row: number, bound: number | null }} Cut */
/** @typedef {Question & { form: "guess", length: boolean, answer: number, unit: string, from: number, to: number, near: number }} Guess */
/** @typedef {{ label: string, value: number } & Partial<Place>} Point of a curve; `label` is what stands below it, and a step of a run has its place */
/** @typedef {Question & { form: "draw", length: boolean, points: Point[], axis: { name: string, unit: string }, unit: string, top: number, near: number }} Draw */
/** @typedef {Question & { form: "keep", run: string, row: number, hidden: boolean }} Keep `hidden`: what words cost is not shown while the reader paints */
/** @typedef {Question & { form: "mark", run: string, standing: number[], original: number[] }} Mark natural logarithms of probabilities, for each token of the text that the run starts from: of what stands there, and of the original token */
/** @typedef {{ kind: "try", knob: string, value: number | string, say: Piece[] }} Try */
/** @typedef {{ kind: "forward", run: string }} Forward */
/** @typedef {{ kind: "large", run: string, say: Piece[] }} Large */
/** @typedef {{ kind: "bars", label: Piece[], rows: { text: Piece[], value: number, figure: string, interval: number[] }[] }} Bars */
/** @typedef {{ read: number, canvas: number[] }} Weights shares of what a position looks at: all that was read before the canvas, and each position on it */
/** @typedef {{ kind: "attention", run: string, row: number, position: number, both: Weights, causal: Weights }} Attention */
/** @typedef {{ kind: "temperature", run: string, row: number, position: number, at: number, logs: number[] }} Temperature one cell's probabilities at the temperature `at`: the logarithms of all of them, the most probable first */
/** @typedef {{ word: string, tokens: string[], shares: number[], entropy: number, token: string, accepted: boolean }} Swapped what a cell might be if `word` goes in, the most probable tokens first; `token` is drawn */
/** @typedef {{ kind: "swap", run: string, row: number, position: number, words: Swapped[] }} Swap the word that went in comes first */
/** @typedef {{ kind: "memory", run: string, row: number, position: number }} Memory what one cell remembers of the step before */
/** @typedef {Words | Choose | Press | Cut | Guess | Draw | Keep | Mark | Try | Forward | Large | Bars | Attention | Temperature | Memory | Swap} Block */
/** @typedef {{ show: Show, blocks: Block[] }} Part */
/** @typedef {{ title: string, parts: Part[], sources: Piece[][], runs: Record<string, { title: string, file: string }>, version?: string, problem?: string }} Lesson `version` differs where anything else does */

/**
 * What a part shows: its own, and what the parts before it left as it is. What is hidden is hidden in its own part only.
 *
 * @param {Lesson} lesson
 * @param {number} part
 * @returns {Show}
 */
export function shownAt({ parts }, part) {
  /** @type {Show} */
  let shown = {};
  for (const { show } of parts.slice(0, part + 1)) {
    const place =
      show.run === undefined
        ? {}
        : { row: undefined, noise: undefined, position: undefined, beside: undefined, cells: undefined };
    shown = { ...shown, panel: undefined, ...place, ...show, hide: show.hide ?? false };
  }
  return shown;
}

/**
 * A part before the question must not tell the answer either.
 *
 * @param {Lesson} lesson
 * @param {number} part
 * @param {(part: number) => boolean} answered
 * @returns {boolean} is the reader still to say, here or in a later part, how long the runs are that are shown here?
 */
export function lengthAsked(lesson, part, answered) {
  const runs = (/** @type {number} */ at) => {
    const { run, beside } = shownAt(lesson, at);
    return JSON.stringify([run, beside]);
  };
  return lesson.parts.some(
    ({ blocks }, at) =>
      at >= part &&
      !answered(at) &&
      blocks.some((block) => "length" in block && block.length) &&
      runs(at) === runs(part),
  );
}

/**
 * @param {import("../run/recording.js").Recording} recording
 * @param {Pick<Place, "row" | "noise">} place without a row it is the run at a telling step
 * @returns {number} its moment
 */
export function momentAt(recording, { row, noise = false }) {
  if (row === undefined) return recording.momentOf(recording.middle);
  return recording.moments.findIndex((moment) => moment.step === row && moment.noise === noise);
}
