/** What the reader takes along of the runs that are shown, in the Share menu. It comes late. */

import { once } from "../dom/once.ts";
import { ShareMenu } from "../share/menu.tsx";
import type { Shown } from "../share/maker.ts";
import type { Page } from "./page.ts";
import type { RunItem } from "./run-list.ts";

export class Exports {
  constructor(
    public page: Pick<
      Page,
      "assets" | "held" | "lanes" | "player" | "parts" | "runList" | "served" | "sharing" | "shell"
    >,
  ) {}

  /** The forms in which a run is saved. */
  shareMenu = once(async () => {
    const { shell, runList, assets, held } = this.page;
    await this.page.parts.fill(shell.shareMenu, "share", {});
    const menu = new ShareMenu(
      shell.shareMenu,
      () => this.#taken(),
      held === null ? assets : null,
      (file, name) => runList.runsIn(file, name),
    );
    await this.page.parts.fill(menu.forms.current as HTMLElement, "forms", menu.saving);
    return menu;
  });

  /** What the Share menu saves. */
  #taken(): Shown {
    const { player, runList, lanes: lanesOf } = this.page;
    const { lanes, moment, clock } = player;
    const sources = [runList.shown, ...lanes.slice(1).map((lane) => lanesOf.entries.get(lane))];
    const runs = sources.filter((source) => source && "file" in source); // a lane that waits to be made has none
    return {
      runs: runs as RunItem[],
      moment,
      live: lanes.some(({ live }) => live),
      speed: clock.speed,
      form: this.page.parts.current?.form ?? null,
      served: this.page.served,
      address: this.page.held === null ? this.page.sharing.address : "",
    };
  }
}
