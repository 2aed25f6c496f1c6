/** The button in the header that names the run and opens the menu of runs; trace files come in here too, also dropped ones. */

import { createRef, render } from "preact";
import { Button } from "../ui/button.tsx";
import type { Library } from "./library.ts";
import type { RunItem, RunList } from "./run-list.ts";
import type { RunMenu } from "./run-menu.tsx";

const ID = "tdp-library";

export class RunButton {
  #popover = createRef<HTMLDivElement>();
  #file = createRef<HTMLInputElement>();
  /** The menu, once it is needed. */
  #made: Promise<RunMenu> | null = null;

  /**
   * @param root of the page: files may be dropped on it
   * @param place in the header, will be filled
   * @param actions `use` puts the settings of a run into the form, `compare` shows it beside the one that is shown
   * @param endings of files that are read besides traces
   */
  constructor(
    root: HTMLElement,
    private place: HTMLElement,
    private runList: RunList,
    private library: () => Promise<Library>,
    private actions: Record<"use" | "compare", (item: RunItem) => Promise<void>>,
    private endings: string[],
  ) {
    runList.addEventListener("change", () => this.#draw());
    this.#listen(root);
    this.#draw();
  }

  #draw() {
    const { face = "Runs", title = "" } = this.runList.shown ?? {};
    render(
      <>
        <Button
          class="tdp-runs-button"
          hint={title}
          aria-haspopup="dialog"
          aria-label={title ? `Runs; shown is ${title}` : "Runs"}
          popovertarget={ID}
        >
          <span class="tdp-runs-name" dir="auto">
            {face}
          </span>
          <span aria-hidden="true">▾</span>
        </Button>
        <div
          class="tdp-menu tdp-library"
          id={ID}
          popover
          role="dialog"
          aria-label="Runs"
          ref={this.#popover}
          onToggle={this.#toggled}
        />
        <input
          type="file"
          accept={[".trace", ...this.endings].join()}
          hidden
          aria-label="Trace file"
          ref={this.#file}
          onChange={({ currentTarget: file }) => this.take(file.files ?? []).then(() => (file.value = ""))}
        />
      </>,
      this.place,
    );
  }

  #toggled = ({ newState }: { newState: string }) => {
    if (newState === "open") this.#menu().then((menu) => menu.open(), this.#cannotOpen);
    else this.#made?.then((menu) => menu.say("")).catch(() => {}); // what went wrong has been read
  };

  /** What stands in the popover is made when it is first opened. */
  #menu() {
    this.#made ??= Promise.all([import("./run-menu.tsx"), this.library()]).then(([{ RunMenu }, library]) => {
      const actions = { open: () => this.#file.current?.click(), ...this.actions };
      return new RunMenu(this.#popover.current as HTMLElement, this.runList, library, actions);
    });
    this.#made.catch(() => (this.#made = null)); // the next press tries again
    return this.#made;
  }

  #cannotOpen = () => {
    this.#popover.current?.hidePopover();
    this.runList.say("The list of runs cannot be loaded: the server does not answer.");
  };

  /** @param files are added to the runs; the last one is shown */
  async take(files: Iterable<File>) {
    for (const file of [...files]) {
      try {
        await this.runList.open(file);
        this.#popover.current?.hidePopover();
      } catch (error) {
        this.#popover.current?.showPopover();
        await this.#menu().then(
          (menu) => menu.say(error),
          () => this.runList.say(error),
        );
      }
    }
  }

  /** @param root a file that is dropped anywhere is opened, except on a field for another file */
  #listen(root: HTMLElement) {
    const carries = (event: DragEvent) =>
      event.dataTransfer?.types.includes("Files") &&
      !(event.target instanceof Element && event.target.closest("input[type=file]"));
    document.addEventListener("dragover", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      root.classList.add("tdp-dropping");
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) root.classList.remove("tdp-dropping");
    });
    document.addEventListener("drop", (event) => {
      root.classList.remove("tdp-dropping");
      if (!carries(event)) return;
      event.preventDefault();
      this.take(event.dataTransfer?.files ?? []);
    });
  }
}
