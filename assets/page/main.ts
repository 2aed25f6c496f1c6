/** Draws the page. Tests and benchmarks find it as `window.playground`. */

import { askEarly } from "./dom/early.ts";
import { followTheme } from "./dom/theme.ts";
import { Page } from "./page/page.ts";

const arrived = askEarly();
followTheme(new URLSearchParams(location.search).get("__theme"));
document.body.replaceChildren(); // what says that nothing was drawn goes
document.documentElement.dataset.gradioCover = ""; // in a Space's frame: as high as what is visible of it
const config = JSON.parse(document.getElementById("playground-config")?.textContent ?? "{}");
arrived.then(() => {
  const root = document.createElement("div");
  root.id = "playground";
  document.body.append(root);
  Object.assign(window, { playground: new Page(root, config) });
});
