/** Decisions made by hand. For the tests only. */

import { decisionOf, explanationOf } from "../rules/decision.ts";

export const CONFIDENCE = {
  rule: "Keeps the confident.",
  order: "confidence",
  falling: true,
  cut: "value" as const,
  bound: "b",
  least: 1,
  unit: "probability",
  accepted: "kept",
  rejected: "left",
};

/** @param explanation by default of the entropy bound */
export function decided(
  figures: number[],
  accepted: number[],
  explanation?: object,
  settings: Record<string, number> = {},
) {
  const values = Float32Array.from(figures);
  const frame = {
    entropy: values,
    key: values,
    accepted: Uint8Array.from(accepted),
    status: new Uint8Array(values.length),
  };
  const header = { spec: { settings }, explanation } as any;
  const rule = explanationOf(header);
  return {
    decision: decisionOf(frame as any, header),
    step: { explanation: rule, accepted: frame.accepted, bound: settings[rule.bound] ?? null },
  };
}
