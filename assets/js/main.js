/** The page's canvas loads this, which mounts everything. Form events, tests and benchmarks find it as `window.playground`. */

import { patient } from "./page/connection.js";
import { Page } from "./page/page.js";

window.fetch = patient(window.fetch);

/** @param {import("./page/page.js").Mount} handed what gr.HTML passes */
export function mount(handed) {
  Object.assign(window, { playground: new Page(handed) });
}
