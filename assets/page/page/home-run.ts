/**
 * The run that the form belongs to. Modes that guide show others and leave the form alone; after them a run of the reader's
 * own comes back, and what else is shown brings its prompt into the form.
 */

import type { RunSpec } from "../run/spec.ts";
import type { Page } from "./page.ts";
import type { RunItem } from "./run-list.ts";

export class HomeRun {
  #item: RunItem | null = null;
  /** What the form was filled from then. */
  #source: RunSpec | null = null;
  /** Where the reader was in it; null for its end. */
  #moment: number | null = null;
  #guided = false;

  constructor(public page: Pick<Page, "player" | "runList" | "form" | "sharing" | "fill">) {
    page.player.addEventListener("looks", () => this.#turn());
  }

  /** The form has been filled from the run that is shown. */
  settle() {
    const { runList, form } = this.page;
    this.#item = runList.shown;
    this.#source = form.source.value;
    this.#moment = null;
  }

  /** The reader goes on from a mode that guides: what they made, opened or have begun to write is theirs, and comes back. */
  async comeBack() {
    const { runList, form, sharing, player, fill } = this.page;
    const item = this.#item;
    if (item === null || item === runList.shown || (item.about === null && !form.differs)) return;
    sharing.keep();
    sharing.leave();
    await runList.choose(item, (recording) => {
      player.show(recording, this.#moment ?? recording.moments.length - 1);
      if (form.source.value !== this.#source) fill(recording);
    });
  }

  /** Has a mode that guides begun or ended? */
  #turn() {
    const { player, runList, fill } = this.page;
    const guided = player.state.guided.value;
    if (guided === this.#guided) return;
    this.#guided = guided;
    if (guided && runList.shown === this.#item) this.#moment = player.moment;
    if (guided || player.recording === null || runList.wanted === this.#item) return;
    fill(player.recording);
    this.settle();
  }
}
