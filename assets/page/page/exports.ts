/** What the reader takes along of the runs that are shown, in the Share menu. It comes late. */

import { ShareMenu } from "../share/menu.tsx";
import type { Shown } from "../share/maker.ts";
import type { Page } from "./page.ts";
import type { RunItem } from "./run-list.ts";

type Sources = "assets" | "held" | "lanes" | "player" | "parts" | "runList" | "served" | "sharing" | "shell";

/** Fills the Share menu with the forms in which a run is saved. */
export async function fillShareMenu(page: Pick<Page, Sources>) {
  const { shell, runList, assets, held, parts } = page;
  await parts.fill(shell.shareMenu, "share", {});
  const menu = new ShareMenu(
    shell.shareMenu,
    () => takenIn(page),
    held === null ? assets : null,
    (file, name) => runList.runsIn(file, name),
  );
  await parts.fill(menu.forms.current as HTMLElement, "forms", menu.saving);
}

/** What the Share menu saves. */
function takenIn(page: Pick<Page, Sources>): Shown {
  const { player, runList, lanes: lanesOf } = page;
  const { lanes, moment, clock } = player;
  const sources = [runList.shown, ...lanes.slice(1).map((lane) => lanesOf.entries.get(lane))];
  const runs = sources.filter((source) => source && "file" in source); // a lane that waits to be made has none
  return {
    runs: runs as RunItem[],
    moment,
    live: lanes.some(({ live }) => live),
    speed: clock.speed,
    form: page.parts.current?.form ?? null,
    served: page.served,
    address: page.held === null ? page.sharing.address : "",
  };
}
