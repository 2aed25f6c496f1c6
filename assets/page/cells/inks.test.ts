/** Every colour that canvases and charts ask for stands in the style sheets, for light and for dark. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NAMES } from "./inks.ts";

const styles = ["base", "timeline"].map((name) =>
  readFileSync(new URL(`../../css/${name}.css`, import.meta.url), "utf8").replace(/\/\*.*?\*\//gs, ""),
);

for (const name of NAMES) {
  test(`--tdp-${name} has a light and a dark value`, () => {
    const rules = styles.flatMap((style) => style.split("}")).filter((rule) => rule.includes(`--tdp-${name}:`));
    const dark = rules.map((rule) => rule.trim().startsWith(".dark"));
    assert.ok(dark.includes(true) && dark.includes(false), `${rules.length} rules name it`);
  });
}
