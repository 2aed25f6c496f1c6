/** The button in the header that names the run and opens the menu of runs; trace files come in here too, also dropped ones. */

import { element, setText } from "../dom/elements.js";

/** @typedef {import("./run-list.js").RunItem} RunItem */

const ID = "tdp-library";

export class RunButton {
  /**
   * @param {HTMLElement} root of the page: files may be dropped on it
   * @param {HTMLElement} place in the header, will be filled
   * @param {import("./run-list.js").RunList} runList
   * @param {() => Promise<import("./library.js").Library>} library
   * @param {{ use: (item: RunItem) => Promise<void>, compare: (item: RunItem) => Promise<void> }} actions `use` puts the settings
   *   of a run into the form, `compare` shows it beside the one that is shown
   */
  constructor(root, place, runList, library, actions) {
    this.runList = runList;
    this.library = library;
    this.actions = actions;
    this.name = element("span.tdp-runs-name", { dir: "auto" });
    this.button = element(
      "button.tdp-runs-button",
      { "aria-haspopup": "dialog", popovertarget: ID },
      this.name,
      element("span", { "aria-hidden": "true" }, "▾"),
    );
    this.popover = element("div.tdp-menu.tdp-library", { id: ID, popover: "", role: "dialog", "aria-label": "Runs" });
    this.file = element("input", { type: "file", accept: ".trace,.txt,.log", hidden: "", "aria-label": "Trace file" });
    /** The menu, once it is needed. @type {Promise<import("./run-menu.js").RunMenu> | null} */
    this.made = null;
    place.append(this.button, this.popover, this.file);
    runList.addEventListener("change", () => this.#name());
    this.popover.addEventListener("toggle", (event) => {
      if (event.newState === "open")
        this.menu().then(
          (menu) => menu.open(),
          () => this.#cannotOpen(),
        );
      else
        this.made?.then(
          (menu) => menu.say(""),
          () => {},
        ); // what went wrong has been read
    });
    this.file.onchange = () => this.take(this.file.files ?? []).then(() => (this.file.value = ""));
    this.#listen(root);
    this.#name();
  }

  /** What stands in the popover is made when it is first opened. */
  menu() {
    this.made ??= Promise.all([import("./run-menu.js"), this.library()]).then(
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

  /** @param {Iterable<File>} files are added to the runs; the last one is shown */
  async take(files) {
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

  /** @param {HTMLElement} root a file that is dropped anywhere is opened, except on a field for another file */
  #listen(root) {
    const carries = (/** @type {DragEvent} */ event) =>
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
