/** The dialog that makes a branch. One in which nothing changes would be the same run again, so it is not made. */

import { render } from "preact";
import { dialogIn } from "../dom/elements.ts";
import { addStyle } from "../dom/style.ts";
import { Branch } from "./branch.tsx";
import { problemOf } from "./branching.ts";
import { Knobs } from "./knobs.ts";
import type { Knob } from "../rules/knobs.ts";
import type { Acts } from "./branch.tsx";
import type { Origin } from "./branching.ts";

export class BranchDialog {
  root: HTMLDialogElement;
  problemOf = problemOf;
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
    this.root = dialogIn(root, ".tdp-help-dialog.tdp-branch-dialog", "Branch");
    this.root.addEventListener("keydown", (event) => {
      const typed = (event.target as HTMLElement).localName === "input";
      if (event.key === "Enter" && typed && !event.isComposing)
        (this.root.querySelector(".tdp-branch-go") as HTMLButtonElement).click();
      if (event.key !== "Escape") return;
      event.stopPropagation(); // the page would leave the cell
      this.root.close(); // with the focus on a menu, the browser would not
    });
  }

  open(origin: Origin) {
    const { root, acts } = this;
    const close = () => root.close();
    const draw = () => render(<Branch {...{ origin, knobs, ...acts, close }} values={knobs.values} />, root);
    const knobs = new Knobs(this.#offered, this.mostSeed, draw);
    Object.assign(knobs, { values: origin.form.settings, seed: origin.form.seed });
    render(null, root); // what was left undone is forgotten
    draw();
    root.showModal();
  }
}
