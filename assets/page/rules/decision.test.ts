import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAt, decisionOf } from "./decision.ts";

const budget = (entropy: number[], accepted: number[], bound: number = 0.5): any =>
  decisionOf(frame({ entropy: Float32Array.from(entropy) }, accepted), {
    spec: { settings: { entropy_bound: bound } },
  } as any);

const frame = (figures: object, accepted: number[]): any => ({
  ...figures,
  accepted: Uint8Array.from(accepted),
  status: new Uint8Array(accepted.length),
});

const decision = (
  explanation: object,
  key: number[],
  accepted: number[],
  settings: Record<string, number> = { bound: 0.5 },
): any =>
  decisionOf(frame({ entropy: new Float32Array(key.length), key: Float32Array.from(key) }, accepted), {
    spec: { settings },
    explanation: { order: "figure", bound: "bound", ...explanation },
  } as any);

test("a mask that the rule does not give is shown as it was, and said to be so", () => {
  assert.deepEqual((({ cut, agrees }) => [cut, agrees])(budget([1, 2, 3], [1, 1, 1])), [3, false]);
  assert.equal(budget([1, 2, 3], [0, 1, 0]).agrees, false, "the surest position was passed over");
});

test("a figure is held against a bound, from either side, and only past it counts", () => {
  const high = decision({ cut: "value", falling: true }, [0.25, 0.75, 0.5, 1], [0, 1, 0, 1]);
  assert.deepEqual([[...high.order], high.cut, high.agrees], [[3, 1, 2, 0], 2, true]);
  assert.deepEqual(
    [1, 0.75, 0.5, 0.25, 0].map((bound) => cutAt(high, bound)),
    [0, 1, 2, 3, 4],
  );
  const low = decision({ cut: "value" }, [0.25, 0.75, 0.5, Infinity], [1, 0, 0, 0]);
  assert.deepEqual([[...low.order], low.cut, low.agrees], [[0, 2, 1, 3], 1, true]);
  assert.deepEqual(
    [0.25, 0.5, 0.75, 1].map((bound) => cutAt(low, bound)),
    [0, 1, 2, 3],
  );
  assert.equal(decision({ cut: "value" }, [0.25, 0.75], [1, 1]).agrees, false);
  assert.equal(decision({ cut: "value" }, [0.6, 0.75], [1, 0]).agrees, false, "it takes none where none is past");
});

test("a rule that takes one in any case agrees with whichever it took", () => {
  const least = (figures: number[], accepted: number[]) => decision({ cut: "value", least: 1 }, figures, accepted);
  for (const accepted of [0, 1].map((bit) => [bit, 1 - bit])) {
    const made = least([0.6, 0.75], accepted);
    assert.deepEqual([made.agrees, cutAt(made, 0), cutAt(made, 0.7), cutAt(made, 1)], [true, 1, 1, 2]);
  }
  assert.equal(least([0.6, 0.75], [1, 1]).agrees, false);
  assert.equal(least([0.4, 0.75], [0, 1]).agrees, false, "one was past, another was taken");
});

test("a quota takes the first of the order", () => {
  const ranked = decision({ cut: "rank", bound: "", falling: true }, [0.1, 0.9, 0.5], [0, 1, 1], {});
  assert.deepEqual([[...ranked.order], ranked.cut, ranked.agrees], [[1, 2, 0], 2, true]);
  assert.deepEqual(
    [0, 1, 3, 9].map((quota) => cutAt(ranked, quota)),
    [0, 1, 3, 3],
  );
  assert.equal(decision({ cut: "rank", bound: "", falling: true }, [0.1, 0.9, 0.5], [1, 1, 0], {}).agrees, false);
});

test("what has settled comes first and stays, whatever its figure", () => {
  const explanation = { order: "figure", falling: true, cut: "value", bound: "bound", least: 1 };
  const header = { spec: { settings: { way: "masked", bound: 0.5 } }, explanation } as any;
  const step = frame({ entropy: new Float32Array(3), key: Float32Array.of(0.1, 0.9, 0.6) }, [1, 1, 1]);
  step.status = Uint8Array.of(0, 1, 1);
  const settled = decisionOf(step, header) as any;
  assert.deepEqual([[...settled.order], settled.settled, settled.agrees], [[0, 1, 2], 1, true]);
  assert.deepEqual(
    [0.5, 0.7, 1].map((bound) => cutAt(settled, bound)),
    [3, 2, 2],
  );
  const uniform = decisionOf(step, { ...header, spec: { settings: { bound: 0.5 } } }) as any;
  assert.deepEqual([[...uniform.order], uniform.settled, uniform.agrees], [[1, 2, 0], 0, false]);
});

test("nothing is drawn of a rule that draws, or without the figure that it goes by", () => {
  assert.equal(decision({ cut: "draw", order: "none" }, [1, 2], [1, 0]), null);
  const explanation = { order: "figure", cut: "value", bound: "bound" };
  const entropy = new Float32Array(2);
  assert.equal(decisionOf(frame({ entropy }, [1, 0]), { spec: { settings: { bound: 1 } }, explanation } as any), null);
  const place = { order: "place", cut: "rank", bound: "" };
  const left = decisionOf(frame({ entropy }, [1, 0]), { spec: { settings: {} }, explanation: place } as any);
  assert.deepEqual([left?.agrees, left?.cut, [...(left?.figures ?? [])]], [true, 1, [0, 1]]);
});
