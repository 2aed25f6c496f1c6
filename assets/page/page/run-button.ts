/** The button in the header that names the run and opens the menu of runs; trace files come in here too, also dropped ones. */

import { element, setText } from "../dom/elements.ts";
import type { Library } from "./library.ts";
import type { RunItem, RunList } from "./run-list.ts";
import type { RunMenu } from "./run-menu.tsx";

const ID = "tdp-library";

export class RunButton {
  name = element("span.tdp-runs-name", { dir: "auto" });
  button: HTMLButtonElement;
  popover = element("div.tdp-menu.tdp-library", { id: ID, popover: "", role: "dialog", "aria-label": "Runs" });
  file = element("input", { type: "file", accept: ".trace", hidden: "", "aria-label": "Trace file" });
  /** The menu, once it is needed. */
  made: Promise<RunMenu> | null = null;

  /**
   * @param root of the page: files may be dropped on it
   * @param place in the header, will be filled
   * @param actions `use` puts the settings of a run into the form, `compare` shows it beside the one that is shown
   */
  constructor(
    root: HTMLElement,
    place: HTMLElement,
    public runList: RunList,
    public library: () => Promise<Library>,
    public actions: Record<"use" | "compare", (item: RunItem) => Promise<void>>,
  ) {
    this.button = element(
      "button.tdp-runs-button",
      { "aria-haspopup": "dialog", popovertarget: ID },
      this.name,
      element("span", { "aria-hidden": "true" }, "▾"),
    );
    place.append(this.button, this.popover, this.file);
    runList.addEventListener("change", () => this.#name());
    this.popover.addEventListener("toggle", (event) => {
      if (event.newState === "open")
        this.menu().then(
          (menu) => menu.open(),
          () => this.#cannotOpen(),
        );
      else this.made?.then((menu) => menu.say("")).catch(() => {}); // what went wrong has been read
    });
    this.file.onchange = () => this.take(this.file.files ?? []).then(() => (this.file.value = ""));
    this.#listen(root);
    this.#name();
  }

  /** What stands in the popover is made when it is first opened. */
  menu() {
    this.made ??= Promise.all([import("./run-menu.tsx"), this.library()]).then(
      ([{ RunMenu }, library]) =>
        new RunMenu(this.popover, this.runList, library, { open: () => this.file.click(), ...this.actions }),
    );
    this.made.catch(() => (this.made = null)); // the next press tries again
    return this.made;
  }

  #cannotOpen() {
    this.popover.hidePopover();
    this.runList.say("The list of runs cannot be loaded: the server does not answer.");
  }

  /** @param files are added to the runs; the last one is shown */
  async take(files: Iterable<File>) {
    for (const file of [...files]) {
      try {
        await this.runList.open(file);
        this.popover.hidePopover();
      } catch (error) {
        this.popover.showPopover();
        await this.menu().then(
          (menu) => menu.say(error),
          () => this.runList.say(error),
        );
      }
    }
  }

  #name() {
    const { shown } = this.runList;
    setText(this.name, shown?.face ?? "Runs");
    this.button.setAttribute("aria-label", shown ? `Runs; shown is ${shown.title}` : "Runs");
    this.button.title = shown?.title ?? "";
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
