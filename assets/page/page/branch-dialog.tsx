/** The dialog that makes a branch. One in which nothing changes would be the same run again, so it is not made. */

import { addStyle } from "../dom/style.ts";
import { Dialog, dialogIn } from "../ui/dialog.tsx";
import { Branch } from "./branch.tsx";
import { problemOf } from "./branching.ts";
import { Knobs } from "./knobs.ts";
import type { TargetedKeyboardEvent, VNode } from "preact";
import type { Knob } from "../rules/knobs.ts";
import type { Acts } from "./branch.tsx";
import type { Origin } from "./branching.ts";

export class BranchDialog {
  problemOf = problemOf;
  #draw: ReturnType<typeof dialogIn>;
  #offered: Knob[];

  /** @param root of the page */
  constructor(
    root: HTMLElement,
    table: Knob[],
    private mostSeed: number,
    private acts: Acts,
  ) {
    addStyle("compare");
    const bounds = table.filter(({ samplers }) => samplers.length > 0);
    this.#offered = [...bounds, ...table.filter(({ name }) => name === "sampler")];
    this.#draw = dialogIn(root);
  }

  open(origin: Origin) {
    const draw = (branch: VNode | null) =>
      this.#draw(
        <Dialog class="tdp-help-dialog tdp-branch-dialog" name="Branch" onKeyDown={pressed}>
          {branch}
        </Dialog>,
      );
    const dialog = draw(null); // what was left undone is forgotten
    const acts = { ...this.acts, close: () => dialog.close() };
    const show = () => draw(<Branch {...{ origin, knobs, ...acts }} values={knobs.values} />);
    const knobs = new Knobs(this.#offered, this.mostSeed, show);
    Object.assign(knobs, { values: origin.form.settings, seed: origin.form.seed });
    show();
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
