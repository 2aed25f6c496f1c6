import assert from "node:assert/strict";
import { test } from "node:test";

import { Parts } from "./parts.ts";
import type { Part } from "./places.ts";

const FOLDER = new URL("http://localhost/");
const FILE = new TextEncoder().encode("hello");

/** A part that reads files which begin with some letter. */
const reading = (letter: string, ending: string): Part => ({
  plugin: letter,
  script: `data:text/javascript,export const read = (file, name) => {
    if (file[0] !== ${letter.charCodeAt(0)}) throw new Error(name + " does not begin with ${letter}.");
    return [{ recording: "${letter}", file }];
  }`,
  reads: [ending],
});
const NONE: Part = { plugin: "none", script: "data:text/javascript," };
const partsOf = (...parts: Part[]) => new Parts(parts, FOLDER, {} as any);

test("a file that is no trace is read by the first part that can", async () => {
  const parts = partsOf(NONE, reading("x", ".log"), reading("h", ".txt"));
  assert.deepEqual(parts.endings, [".log", ".txt"]);
  assert.deepEqual(await parts.reader?.(FILE, "a.txt"), [{ recording: "h", file: FILE }]);
});

test("of a file that none reads the first part says why, and without such parts there is no reader", async () => {
  const parts = partsOf(reading("x", ".log"), reading("y", ".txt"));
  await assert.rejects(async () => parts.reader?.(FILE, "a.txt"), { message: "a.txt does not begin with x." });
  assert.equal(partsOf(NONE).reader, null);
});

test("a tab about a processor stands for the runs that have it, and what stands in Tune is wanted there alone", async () => {
  const views = { mode: "watch" };
  const script = "data:text/javascript,export const tray = () => {}, tune = () => {}";
  const part = { plugin: "rule", script, tray: "Rule", processor: "rule", tune: true };
  const every = { plugin: "every", script, tray: "Every" };
  const parts = new Parts([part, every], FOLDER, { player: { views } } as any);
  const [panels, settings] = [parts.panels("tray"), parts.panels("tune")] as [any, any];
  assert.deepEqual([Object.keys(panels), Object.keys(settings)], [["part-rule", "part-every"], ["tune-rule"]]);
  const run = (processors?: object) => ({ header: { spec: { processors } } });
  const held = [run({ rule: {} }), run({ other: {} }), run()];
  assert.deepEqual(held.map(panels["part-rule"].holds), [true, false, false]);
  assert.deepEqual(held.map(panels["part-every"].holds), [true, true, true]);
  assert.equal(settings["tune-rule"].wanted(), false);
  views.mode = "tune";
  assert.equal(settings["tune-rule"].wanted(), true);
});

test("a part that fails takes away what it had, and hears of nothing more, also if it cannot", async (context) => {
  const element = { append() {}, setAttribute() {}, matches: () => false };
  const page: any = globalThis;
  Object.assign(page, { Node: class {}, document: { createElement: () => element } });
  context.after(() => {
    delete page.Node;
    delete page.document;
  });
  for (const wrong of ["", "throw new Error('again');"]) {
    const script = `data:text/javascript,export const tray = (root, { listen }) => {
      listen(() => { root.did.push("heard"); throw new Error("late"); });
      return () => { root.did.push("taken"); ${wrong} };
    }`;
    const panels: any = partsOf({ plugin: "weak", script, tray: "Weak" }).panels("tray");
    const did: string[] = [];
    const root = { did, replaceChildren: () => did.push("said") };
    const panel = new (await panels["part-weak"].fetch())(root, {});
    panel.show({});
    for (const step of [0, 1, 2]) panel.paint(step, null);
    assert.deepEqual(did, ["heard", "taken", "said"]);
  }
});
