/** What tests and benchmarks call in a browser; `workshop/page/sources.py` makes one script of it. */

export { shadeOf } from "../cells/colour.ts";
export { cellText } from "../words/glyphs.ts";
export { decisionOf } from "../rules/decision.ts";
export { readTrace } from "../run/trace.ts";
export { WORDS } from "../words/terms.ts";
export { VerdictLine } from "../player/verdict.tsx";
export { h, render } from "preact";
