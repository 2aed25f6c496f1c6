/** Draws the page. Tests and benchmarks find it as `window.playground`. */

import { Page } from "./page/page.js";
import { chooseTheme } from "./page/theme.js";

chooseTheme();
const root = document.createElement("div");
root.id = "playground";
document.body.prepend(root);
document.documentElement.dataset.gradioCover = ""; // in a Space's frame: as high as what is visible of it
const config = JSON.parse(document.getElementById("playground-config")?.textContent ?? "{}");
Object.assign(window, { playground: new Page(root, config) });
