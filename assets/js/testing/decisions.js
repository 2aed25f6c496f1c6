/** Decisions made by hand. For the tests only. */

import { decisionOf, explanationOf } from "../rules/decision.js";

export const CONFIDENCE = {
  rule: "Keeps the confident.",
  order: "confidence",
  falling: true,
  cut: "value",
  bound: "b",
  least: 1,
  unit: "probability",
  accepted: "kept",
  rejected: "left",
};

/**
 * @param {number[]} figures
 * @param {number[]} accepted
 * @param {object} [explanation] by default of the entropy bound
 * @param {Record<string, number>} [settings]
 */
export function decided(figures, accepted, explanation, settings = {}) {
  const values = Float32Array.from(figures);
  const frame = {
    entropy: values,
    key: values,
    accepted: Uint8Array.from(accepted),
    status: new Uint8Array(values.length),
  };
  const header = /** @type {any} */ ({ settings, explanation });
  const rule = explanationOf(header);
  return {
    decision: decisionOf(/** @type {any} */ (frame), header),
    step: { explanation: rule, accepted: frame.accepted, bound: settings[rule.bound] ?? null },
  };
}
