/** What the page's canvas loads: mounts all of it. The form's events, tests and benchmarks find it as `window.playground`. */

import { Page } from "./page/page.js";

/** @param {import("./page/page.js").Mount} handed over by gr.HTML */
export function mount(handed) {
  Object.assign(window, { playground: new Page(handed) });
}
