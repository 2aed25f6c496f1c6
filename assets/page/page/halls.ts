/** The hall in which this page presents or watches. */

import { openHall } from "./open-hall.ts";
import type { Page } from "./page.ts";
import type { Hall, Presenting, Rooms, Watching } from "./rooms.ts";

const NO_SERVER = "This address leads to what a server keeps, and this page has none; open it where you got it from.";

export class Halls {
  hall: Hall | null = null;

  constructor(
    public page: Presenting & Watching & Pick<Page, "served">,
    public rooms: Pick<Rooms, "present" | "watch">,
  ) {}

  /** Lets others follow what this page shows. */
  async present() {
    if (this.hall !== null && !this.hall.over.signal.aborted) return this.hall.dialog?.showModal();
    const hall = (this.hall = await this.rooms.present(this.page));
    this.page.shell.shareMenu.hidePopover();
    hall.dialog.showModal();
  }

  /** Goes on with the hall that this tab had open before it was loaded again. */
  async presentAgain() {
    if (!this.page.served || this.page.sharing.bound || openHall() === null) return;
    this.hall = await this.rooms.present(this.page);
  }

  /**
   * Shows what the address names that others present.
   *
   * @param name the token of a hall
   */
  async join(name: string) {
    if (!this.page.served) throw new Error(NO_SERVER);
    this.hall = await this.rooms.watch(this.page, name);
  }
}
