import assert from "node:assert/strict";
import { test } from "node:test";
import { readTrace } from "../run/trace.ts";
import { traceFile } from "../testing/fixtures.ts";
import { PER_NAT } from "../words/units.ts";
import { linesOf, probabilityText, sorted, tsv } from "./step-table.ts";

const recording = await readTrace(traceFile(), "run.trace");
const lines = linesOf(recording, 1, { layer: "sampled", unit: "nats", terms: "plain" });

test("a line a position, entropy in the reader's unit", () => {
  assert.deepEqual(
    lines.map(({ position, token, entropy, status }) => `${position}${token} ${entropy} ${status}`),
    ["0 cat 0 0", "1 red 0 1", "2 ball 0.5 2", "3\n 3 3"],
  );
  assert.equal(linesOf(recording, 1, { layer: "sampled", unit: "bits", terms: "plain" })[3].entropy, 3 * PER_NAT.bits);
});

test("sorting: by number or text, both ways, what is not recorded always last, equals by position", () => {
  const order = (by: any, way: 1 | -1, list = lines) => sorted(list, by, way).map(({ position }) => position);
  assert.deepEqual(order("entropy", 1), [0, 1, 2, 3]);
  assert.deepEqual(order("entropy", -1), [3, 2, 0, 1]);
  assert.deepEqual(order("token", 1), [3, 2, 0, 1]);
  const some = lines.map((line, i) => ({ ...line, probability: [NaN, 0.5, 0.25, NaN][i] }));
  assert.deepEqual(order("probability", 1, some), [2, 1, 0, 3]);
  assert.deepEqual(order("probability", -1, some), [1, 2, 0, 3]);
});

test("a token beyond the recorded candidates is at most as probable as the last of them", () => {
  assert.deepEqual(
    [probabilityText(0.5, 0.1), probabilityText(NaN, 0.01), probabilityText(NaN, NaN)],
    ["50%", "≤ 1%", "not recorded"],
  );
});

test("as text it has one line a position, and no token is a formula or a quoted cell to a spreadsheet", () => {
  const text = tsv([{ position: 0, token: "a\tb\n\\c", probability: NaN, entropy: 0.5, status: 3 }], "bits");
  assert.equal(text, "position\ttoken\tprobability\tentropy (bits)\tstatus\n0\ta\\tb\\n\\\\c\t\t0.5\trelapsed\n");
  const tokens = ["=1+1", "+1", "-1", "@a", "＝1", '"a', "a=1"];
  const odd = tokens.map((token, position) => ({ position, token, probability: 1, entropy: 0, status: 0 }));
  const cells = tsv(odd, "nats")
    .split("\n")
    .slice(1, -1)
    .map((line) => line.split("\t")[1]);
  assert.deepEqual(cells, ["\\=1+1", "\\+1", "\\-1", "\\@a", "\\＝1", '\\"a', "a=1"]);
});
