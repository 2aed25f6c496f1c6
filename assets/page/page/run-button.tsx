/** The button in the header that names the run and opens the menu of runs; trace files come in here too, also dropped ones. */

import { createRef, render } from "preact";
import { Button } from "../ui/button.tsx";
import type { Page } from "./page.ts";
import type { RunMenu } from "./run-menu.tsx";

const ID = "tdp-library";

export class RunButton {
  #popover = createRef<HTMLDivElement>();
  #file = createRef<HTMLInputElement>();
  /** The menu, once it is needed. */
  #made: Promise<RunMenu> | null = null;

  constructor(private page: Pick<Page, "lanes" | "library" | "parts" | "root" | "runList" | "shell" | "use">) {
    page.runList.addEventListener("change", () => this.#draw());
    this.#listen(page.root);
    this.#draw();
  }

  #draw() {
    const { parts, runList, shell } = this.page;
    const { face = "Runs", title = "" } = runList.shown ?? {};
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
          accept={[".trace", ...parts.endings].join()}
          hidden
          aria-label="Trace file"
          ref={this.#file}
          onChange={({ currentTarget: file }) => this.take(file.files ?? []).then(() => (file.value = ""))}
        />
      </>,
      shell.runs,
    );
  }

  #toggled = ({ newState }: { newState: string }) => {
    if (newState === "open") this.#menu().then((menu) => menu.open(), this.#cannotOpen);
    else this.#made?.then((menu) => menu.say("")).catch(() => {}); // what went wrong has been read
  };

  /** What stands in the popover is made when it is first opened. */
  #menu() {
    this.#made ??= Promise.all([import("./run-menu.tsx"), this.page.library()]).then(
      ([{ RunMenu }, library]) =>
        new RunMenu(this.#popover.current as HTMLElement, library, this.page, () => this.#file.current?.click()),
    );
    this.#made.catch(() => (this.#made = null)); // the next press tries again
    return this.#made;
  }

  #cannotOpen = () => {
    this.#popover.current?.hidePopover();
    this.page.runList.say("The list of runs cannot be loaded: the server does not answer.");
  };

  /** @param files are added to the runs; the last one is shown */
  async take(files: Iterable<File>) {
    for (const file of [...files]) {
      try {
        await this.page.runList.open(file);
        this.#popover.current?.hidePopover();
      } catch (error) {
        this.#popover.current?.showPopover();
        await this.#menu().then(
          (menu) => menu.say(error),
          () => this.page.runList.say(error),
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
