/**
 * The page of one file that holds the embedded model too: the whole playground with the runs in #tdp-runs and the engine
 * in #tdp-model, without anything that needs a server or other files. `playground/plugins/live/model_page.py`
 * writes such files, and the Share menu does.
 */

import { unpacked } from "../denoising/packed.ts";
import { followTheme } from "../../../dom/theme.ts";
import * as parts from "../held-parts.ts";
import { Page } from "../../../page/page.ts";
import { embeddedItem } from "../../../share/embedded-runs.ts";

const textOf = (id: string) => document.getElementById(id)?.textContent ?? "";

/** `trace` is a file in base64; `moment` is where it starts */
const { runs, moment }: { runs: { name: string; trace: string }[]; moment?: number } = JSON.parse(textOf("tdp-runs"));

/** As a script of this document: its policy names the hash. */
async function plotly() {
  const { plotly } = await unpacked(textOf("tdp-plotly"));
  document.head.append(Object.assign(document.createElement("script"), { text: new TextDecoder().decode(plotly) }));
  return (window as any).Plotly;
}

followTheme();
const root = Object.assign(document.createElement("div"), { id: "playground" });
document.body.append(root);
const items = runs.map(embeddedItem);
const page = new Page(root, JSON.parse(textOf("playground-config")), { runs: items, plotly, parts });
page.greeted.promise.then(async () => {
  if (location.hash !== "") return;
  if (moment !== undefined) page.player.clock.seek(page.player.axis.tickOf(0, moment));
  for (const item of items.slice(1)) await page.lanes.take(item);
});
Object.assign(window, { playground: page });
