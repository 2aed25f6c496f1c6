import assert from "node:assert/strict";
import { test } from "node:test";
import { golden, summary } from "../testing/portable.ts";
import { PythonRandom } from "./python-random.ts";
import { TorchGenerator } from "./torch-random.ts";

const cases = golden("draws");
const VOCABULARY = 2001;

const DRAWS: Record<string, (generator: TorchGenerator, size: number) => Int32Array | Float32Array | Float64Array> = {
  noise: (generator, size) => generator.noise(size, VOCABULARY),
  uniforms: (generator, size) => generator.uniforms(size),
  floats: (generator, size) => generator.floats(size),
  exponentials: (generator, size) => generator.exponentials(size),
};

function follow(generator: TorchGenerator, draws: any[]) {
  for (const { kind, size, seed, ...expected } of draws) {
    if (seed !== undefined) generator.seed(seed);
    assert.deepEqual(summary(DRAWS[kind](generator, size)), expected, `${kind} of ${size}`);
  }
}

for (const { seed, draws } of cases.torch) {
  test(`torch's numbers one after another, and after a new seed: ${seed}`, () =>
    follow(new TorchGenerator(seed), draws));
}

test("all numbers of a step with the exact draw", () => follow(new TorchGenerator(3), cases["whole step"]));

test("a copy of the state goes on where it was taken, also in the middle of a refill", () => {
  for (const drawn of [0, 1, 311, 312, 313]) {
    const generator = new TorchGenerator(9);
    generator.uniforms(drawn);
    const state = generator.state();
    const numbers = generator.uniforms(700);
    assert.notDeepEqual(generator.uniforms(700), numbers);
    const later = new TorchGenerator(1);
    later.restore(state);
    generator.restore(state);
    assert.deepEqual(later.uniforms(700), numbers);
    assert.deepEqual(generator.uniforms(700), numbers);
  }
});

for (const { seed, ...expected } of cases.python) {
  test(`Python's numbers from a text: ${seed.slice(0, 30)}`, () => {
    const rng = new PythonRandom(seed);
    assert.deepEqual(summary(Float64Array.from({ length: 640 }, () => rng.random())), expected);
  });
}
