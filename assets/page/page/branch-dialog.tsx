/** The dialog that makes a branch. One in which nothing changes would be the same run again, so it is not made. */

import { addStyle } from "../dom/style.ts";
import { NO_LANE_LEFT } from "../run/lane-sentences.ts";
import { Dialog, dialogIn } from "../ui/dialog.tsx";
import { Branch } from "./branch.tsx";
import { problemOf } from "./branching.ts";
import { Knobs } from "./knobs.ts";
import type { TargetedKeyboardEvent, VNode } from "preact";
import type { Knob } from "../rules/knobs.ts";
import type { Recording } from "../run/recording.ts";
import type { MadeRun } from "./address.ts";
import type { Origin } from "./branching.ts";
import type { Tokens } from "./hand.tsx";
import type { Page } from "./page.ts";

type Rooms = "ask" | "engine" | "form" | "knobs" | "lanes" | "player" | "root" | "table";

export class BranchDialog {
  #draw: ReturnType<typeof dialogIn>;
  #offered: Knob[];

  constructor(private page: Pick<Page, Rooms>) {
    addStyle("compare");
    const { root, table } = page;
    const bounds = table.filter(({ samplers }) => samplers.length > 0);
    this.#offered = [...bounds, ...table.filter(({ name }) => name === "sampler")];
    this.#draw = dialogIn(root);
  }

  /** Opens it for a step, or says why nothing can branch from that. */
  offer(recording: Recording, moment: number) {
    const { ask, form, knobs, player, lanes } = this.page;
    const { picture } = ask;
    const problem = knobs.problem || (lanes.room < 1 ? NO_LANE_LEFT : problemOf(recording, picture));
    ask.say(problem);
    if (problem === "") this.#open({ recording, moment, chosen: player.views.chosen, form: form.spec, picture });
  }

  #tokens = async (text: string): Promise<Tokens> => {
    const { engine, player } = this.page;
    const question = JSON.stringify({ kind: "tokens", text, model: player.recording?.header.spec.model });
    const answer = await engine.call("own_text", question).catch(() => undefined);
    return answer ?? { refused: "The server does not answer; try again in a moment." };
  };

  #make = (run: MadeRun, word: boolean) => {
    if (this.page.lanes.make([run]) && word) this.page.player.state.cells.value = "differing";
  };

  #open(origin: Origin) {
    const draw = (branch: VNode | null) =>
      this.#draw(
        <Dialog class="tdp-help-dialog tdp-branch-dialog" name="Branch" onKeyDown={pressed}>
          {branch}
        </Dialog>,
      );
    const dialog = draw(null); // what was left undone is forgotten
    const acts = { tokens: this.#tokens, make: this.#make, close: () => dialog.close() };
    const knobs = new Knobs(this.#offered, this.page.knobs.mostSeed);
    knobs.values = origin.form.settings;
    knobs.seed.value = origin.form.seed;
    draw(<Branch {...{ origin, knobs, ...acts }} />);
    dialog.showModal();
  }
}

function pressed(event: TargetedKeyboardEvent<HTMLDialogElement>) {
  const { currentTarget: dialog, target, key, isComposing } = event;
  const typed = (target as HTMLElement).localName === "input";
  if (key === "Enter" && typed && !isComposing) (dialog.querySelector(".tdp-branch-go") as HTMLButtonElement).click();
  if (key !== "Escape") return;
  event.stopPropagation(); // the page would leave the cell
  dialog.close(); // with the focus on a menu, the browser would not
}
