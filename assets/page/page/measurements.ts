/** What many runs say: those that the reader asks for, and those that come with the model. */

import { once } from "../dom/once.ts";
import { isWritten } from "../rules/knobs.ts";
import { addressedSpec } from "./address.ts";
import type { OftenActions } from "../player/actions.ts";
import type { Sweep } from "../run/marks.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Page } from "./page.ts";
import type { Studies } from "./studies.ts";

export class Measurements {
  /** Runs with many seeds, once they are asked for. */
  studies: Studies | null = null;

  constructor(
    public page: Pick<
      Page,
      "adopt" | "assets" | "engine" | "held" | "model" | "player" | "runList" | "say" | "served" | "setMode" | "table"
    >,
  ) {}

  /** What makes many runs. */
  study = once(async () => {
    const { Studies } = await import("./studies.ts");
    const { engine, player, runList, table } = this.page;
    this.studies = new Studies({
      knobs: table,
      engine,
      base: () => {
        const { header } = player.recording ?? {};
        const branches = header?.spec?.branch; // its beginning is that of the run that it comes from
        return header && !branches ? addressedSpec(header, table) : null;
      },
      open: async (file) => {
        await runList.open(file);
        player.view.root.scrollIntoView({ block: "start" });
      },
      adopt: (settings) => {
        this.page.adopt(settings);
        this.page.setMode("tune");
      },
    });
    return this.studies;
  });

  /** Sweeps that come with the embedded model. */
  #sweeps: () => Promise<Sweep[]> = once(async () => {
    const { held, assets } = this.page;
    if (held) return []; // a page of one file holds none
    const answer = await fetch(new URL("figures/sweeps.json", assets));
    if (!answer.ok) throw new Error("The measured marks cannot be read from the server.");
    return answer.json();
  });

  /** @returns once the model has been ready */
  async measured(prompt: string): ReturnType<OftenActions["measured"]> {
    const { engine, model, say } = this.page;
    await model.once.promise;
    const [card, sweeps] = await Promise.all([
      engine.call("card", prompt).catch(() => ({})),
      this.#sweeps().catch((error) => {
        say(error);
        return [];
      }),
    ]);
    return { card, sweeps };
  }

  async judges({ prompt, settings }: RunSpec): Promise<boolean> {
    const { engine, served, table } = this.page;
    const [about, { hasRule }] = await Promise.all([
      engine.call("about_prompt", prompt.text),
      import("../rules/measures.ts"),
    ]);
    return about?.judged === undefined || hasRule(about, served && !isWritten(settings.sampler, table));
  }

  /** Many runs that are in sight, in the words of an address; "" for none. */
  get studied() {
    const open = this.page.player.views.deck.detail === "often";
    return (open && this.studies?.words) || "";
  }

  /** @param text of an address, which asks for many runs */
  async offer(text: string) {
    if (text === "" || text === this.studied) return;
    const [{ decodeStudy }, studies] = await Promise.all([import("./study-address.ts"), this.study()]);
    const { request, complaint } = decodeStudy(text, this.page.table);
    studies.offer(request, complaint);
    await this.page.player.views.deck.reveal("often");
  }
}
