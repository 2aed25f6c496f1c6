/** What a person's hand is to a position at a step, as the engine recorded it. */

/** @typedef {"" | "held" | "favoured" | "gave way" | "edited"} Hand */
/** @typedef {Pick<import("../run/recording.js").Frame, "pinned" | "edited" | "lead">} Handled */

/**
 * @param {Handled} frame
 * @param {number} position
 * @returns {Hand} held: a token that stays. favoured: one of the own text that stands, because no other leads by more than
 *   the margin. gave way: one that another leads by more. edited: changed just before the step
 */
export function handAt({ pinned, edited, lead }, position) {
  const favoured = (lead?.[position] ?? -1) >= 0;
  if (pinned?.[position]) return favoured ? "favoured" : "held";
  if (favoured) return "gave way";
  return edited?.[position] ? "edited" : "";
}

/** @param {Handled} frame the first of its block @param {number} position @returns {Hand} before it is decided what gives way */
export function handBefore(frame, position) {
  const hand = handAt(frame, position);
  return hand === "gave way" ? "favoured" : hand;
}

/** @param {Handled} frame @param {Hand} hand @returns {number} how many of its positions are that */
export function handled(frame, hand) {
  const { length } = frame.lead ?? frame.pinned ?? frame.edited ?? [];
  return Array.from({ length }, (_, position) => handAt(frame, position)).filter((each) => each === hand).length;
}

/** @param {any} spec of a run, as a trace has it @returns {Set<Hand>} what its positions may be, since its first step */
export function handsOf(spec) {
  /** @type {Set<Hand>} */
  const hands = new Set();
  for (let part = spec; part; part = part.branch?.parent) {
    if (part.pins || part.keep === "held") hands.add("held");
    if (part.keep === "favoured") hands.add("favoured").add("gave way");
    if (part.edits) hands.add("edited");
  }
  return hands;
}

/** The rule for a favoured text, as a sampler would declare it. @type {import("../run/recording.js").Explanation} */
const FAVOURING = {
  label: "Your own text",
  rule: "A favoured token stands while no other leads by more than the margin.",
  order: "lead of another token",
  falling: false,
  cut: "value",
  bound: "favour_margin",
  least: 0,
  unit: "nats",
  accepted: "stand",
  rejected: "give way",
};

/**
 * @param {Handled & Pick<import("../run/recording.js").Frame, "lead">} frame
 * @returns {import("./decision.js").Decision | null} on the favoured tokens alone, the smallest lead first; null for a run
 *   that favours none
 */
export function leadDecision(frame) {
  const { lead } = frame;
  if (lead === undefined) return null;
  const order = Uint16Array.from(lead.keys())
    .filter((position) => lead[position] >= 0)
    .sort((a, b) => lead[a] - lead[b] || a - b);
  const rank = new Uint16Array(lead.length);
  order.forEach((position, at) => (rank[position] = at));
  return {
    explanation: FAVOURING,
    figures: lead,
    order,
    rank,
    held: Float32Array.from(order, (position) => lead[position]),
    settled: 0,
    cut: handled(frame, "favoured"),
    agrees: true,
  };
}
