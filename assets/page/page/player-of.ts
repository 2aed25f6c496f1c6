/** The player of a page, and what the page does for it. */

import { PANELS } from "../panels/list.ts";
import { mountPlayer } from "../panels/mount.ts";
import type { Player } from "../player/player.ts";
import type { Page } from "./page.ts";

/** Stands before the player. */
type Before = "assets" | "greeted" | "held" | "lanes" | "parts" | "say" | "shell";
/** Comes after the player. */
type Later = "knobs" | "making" | "steering" | "tune";

export function playerOf(page: Pick<Page, Before | Later>): Player {
  const { shell, parts, say } = page;
  const player = mountPlayer(shell.place, null, {
    panels: { ...parts.panels("tune"), ...PANELS, ...parts.panels("tray") },
    keys: document,
    plotly: async () => {
      await page.greeted.promise; // it is large, and what the reader sees first comes before it
      if (page.held) return page.held.plotly();
      const { loadPlotly } = await import("../panels/plotly.ts");
      const { href } = new URL("vendor/plotly-basic.min.js", page.assets);
      return loadPlotly(href).catch((error) => Promise.reject(say(error)));
    },
    tune: (settings) => page.tune(settings),
    form: () => page.knobs?.values ?? {},
    lanes: { shown: page.lanes.shown, guest: page.lanes.guest, adding: page.lanes },
    costs: (place, shown) => parts.fill(place, "cost", shown),
    branch: (recording, moment) => page.making.branch(recording, moment).catch(say),
    position: (place, shown) => parts.fill(place, "position", shown),
    titleOf: parts.titleOf,
  });
  shell.badge.append(player.view.label);
  player.addEventListener("paint", () => player.views.chosen !== null && page.steering.hand().catch(say));
  return player;
}
