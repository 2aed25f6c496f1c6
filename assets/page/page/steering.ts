/** What the reader does to a run by hand: cells and branches. */

import { once } from "../dom/once.ts";
import { addressedSpec } from "./address.ts";
import type { Hand } from "./hand.tsx";
import type { Page } from "./page.ts";

export class Steering {
  /** What the reader does by hand, once the reader has. */
  steered: Hand | null = null;

  constructor(
    public page: Pick<
      Page,
      | "ask"
      | "assets"
      | "engine"
      | "form"
      | "generate"
      | "knobs"
      | "lanes"
      | "making"
      | "player"
      | "parts"
      | "root"
      | "table"
    >,
  ) {}

  /** What the reader does to a run by hand. */
  hand = once(async () => {
    const { Hand } = await import("./hand.tsx");
    const { player, form, ask, engine, table, parts } = this.page;
    const server = (question: object) => engine.call("own_text", JSON.stringify({ ...question, model: form.model }));
    const shown = () => player.recording && addressedSpec(player.recording.header, table);
    this.steered = new Hand({
      ...{ player, form, ask, server, shown, engine, table },
      titleOf: parts.titleOf,
      generate: () => this.page.generate(),
      make: (spec) => this.page.making.instead(spec),
    });
    return this.steered;
  });

  /** Asks what is to change in a branch. */
  branching = once(async () => new (await import("./branch-dialog.tsx")).BranchDialog(this.page));
}
