/** What the tests of this plugin call in a browser. */

export { deciderOf } from "./engine.ts";
export { openSandbox } from "./sandbox.ts";
