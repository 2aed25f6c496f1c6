/** What the reader takes along of the runs that are shown: files, pages, and settings as code. It comes late. */

import { once } from "../dom/once.ts";
import { ShareMenu } from "../share/menu.ts";
import type { Shown } from "../share/maker.ts";
import type { Page } from "./page.ts";
import type { RunItem } from "./run-list.ts";

export class Exports {
  constructor(
    public page: Pick<
      Page,
      "assets" | "table" | "held" | "lanes" | "player" | "parts" | "root" | "runList" | "served" | "sharing" | "shell"
    >,
  ) {}

  #settingsCode = once(async () => {
    const { SettingsCode } = await import("./settings-code.ts");
    const { player, lanes, root, table } = this.page;
    const shown = () => {
      const { recording } = player;
      const compared = lanes.shown().filter(({ recording: { frames, header } }) => frames.length > 0 && !header.source);
      return compared.length > 0 || recording === null ? compared : [{ recording, letter: "", title: "" }];
    };
    return new SettingsCode(root, shown, table);
  });

  /** Offers the settings of the run that is shown, or of a lane, for use elsewhere. */
  async settingsCode() {
    (await this.#settingsCode()).open();
  }

  /** The forms in which a run is saved. */
  shareMenu = once(async () => {
    const { shell, runList, assets, held } = this.page;
    await this.page.parts.share(shell.shareMenu);
    const menu = new ShareMenu(
      shell.shareMenu,
      () => this.#taken(),
      held === null ? assets : null,
      (file, name) => runList.runsIn(file, name),
    );
    await this.page.parts.forms(menu.forms, menu.saving);
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
