/** The page names this in its head. It draws the page, which Gradio then connects to the engine. Tests and benchmarks find the page as `window.playground`. */

import { patient } from "./page/connection.js";
import { Page } from "./page/page.js";
import { chooseTheme } from "./page/theme.js";

window.fetch = patient(window.fetch);
chooseTheme();
const root = document.createElement("div");
root.id = "playground";
root.hidden = new URLSearchParams(location.search).has("api"); // Gradio's own page, for what it says about its API
document.body.prepend(root);
document.documentElement.dataset.gradioCover = ""; // in a Space's frame: as high as what is visible of it
const config = JSON.parse(document.getElementById("playground-config")?.textContent ?? "{}");
const page = new Page(root, config);
Object.assign(window, { playground: page });

/** @param {import("./page/engine.js").Mount} mount what gr.HTML hands over */
export function connect(mount) {
  page.connect(mount);
  if (root.hidden) /** @type {HTMLElement | null} */ (document.querySelector("gradio-app footer button"))?.click();
}
