/** The menu of runs: recorded ones, and the reader's own, which this browser keeps. */

import { button, element } from "../dom/elements.js";
import { sizeWords } from "./kept.js";
import { entryOf } from "./run-entry.js";
import { treeOf } from "../run/branching.js";

/** @typedef {import("./shelf.js").Exhibit} Exhibit */

/** What was deleted can be brought back for so long. */
const UNDO_MS = 10_000;

export class RunMenu {
  /**
   * @param {HTMLElement} root a popover, will be filled
   * @param {import("./shelf.js").Shelf} shelf
   * @param {import("./library.js").Library} library
   * @param {{ open: () => void, use: (exhibit: Exhibit) => Promise<void>, compare: (exhibit: Exhibit) => Promise<void> }} actions `open` asks for a file
   */
  constructor(root, shelf, library, { open, use, compare }) {
    this.root = root;
    this.shelf = shelf;
    this.library = library;
    this.use = use;
    this.compare = compare;
    this.alert = element("p", { class: "tdp-library-alert", role: "alert" });
    this.undo = element("p", { class: "tdp-library-undo", role: "status" });
    this.recorded = element("ul", {});
    this.yours = element("ul", {});
    this.size = element("p", { class: "tdp-library-size" });
    this.note = element("p", { class: "tdp-library-note", role: "status" });
    this.all = button("Forget everything", "Delete all of your runs and choices from this browser");
    this.keep = button("Keep my runs here", "Keep your runs in this browser, also for the next visit");
    this.keep.onclick = () => library.want();
    const file = button("Open trace", "Open a .trace file from this computer; it can also be dropped on the page");
    file.onclick = open;
    this.all.onclick = () => this.#remove("All of your runs are", () => library.forgetAll());
    root.replaceChildren(
      element(
        "div",
        { class: "tdp-library-lists" },
        element("h2", {}, "Recorded"),
        this.recorded,
        element("h2", {}, "Yours"),
        this.yours,
      ),
      element(
        "div",
        { class: "tdp-library-foot" },
        this.alert,
        this.undo,
        this.note,
        element("div", { class: "tdp-library-row" }, this.size, this.keep, this.all, file),
      ),
    );
    /** The entry of each run that is listed. @type {Map<Exhibit, HTMLElement>} */
    this.entries = new Map();
    /** Ends the offer to bring back what was deleted. */
    this.timer = 0;
    root.addEventListener("keydown", (event) => this.#move(event));
    root.addEventListener("focusin", (event) => this.#rove(event));
    shelf.addEventListener("change", () => {
      if (root.matches(":popover-open")) this.#draw();
    });
  }

  /** The menu has been opened. */
  open() {
    this.#draw();
    const { shown } = this.shelf;
    const entry = (shown && this.entries.get(shown)) || this.root.querySelector(".tdp-run-entry");
    entry?.querySelector("button")?.focus();
  }

  /** @param {unknown} error what went wrong; "" takes it back */
  say(error) {
    this.alert.textContent = error instanceof Error ? error.message : String(error);
  }

  #draw() {
    const focus = this.#focus();
    const { exhibits, own } = this.shelf;
    const first = (/** @type {Exhibit} */ a, /** @type {Exhibit} */ b) =>
      Number(b.about?.star) - Number(a.about?.star) || (b.about?.time ?? 0) - (a.about?.time ?? 0);
    const recorded = exhibits
      .filter(({ about }) => about === null)
      .map((exhibit) => /** @type {[Exhibit, number]} */ ([exhibit, 0]));
    const tree = treeOf(
      own.sort(first),
      ({ about }) => about?.id ?? "",
      ({ about }) => about?.parent ?? "",
    );
    this.entries = new Map([...recorded, ...tree].map(([exhibit, depth]) => [exhibit, this.#entry(exhibit, depth)]));
    const made = (/** @type {boolean} */ recorded) =>
      [...this.entries].filter(([{ about }]) => (about === null) === recorded).map(([, entry]) => entry);
    this.recorded.replaceChildren(...made(true));
    this.yours.replaceChildren(...made(false));
    const kept = own.flatMap(({ about, kept }) => (about && kept ? [about] : []));
    if (own.length === 0)
      this.yours.append(element("li", { class: "tdp-library-none" }, "Runs that you make or open stand here."));
    this.size.textContent = this.library.store ? sizeWords(kept) : "";
    this.note.textContent = this.library.said;
    this.keep.hidden = this.library.wanted;
    this.all.hidden = !own.some(({ whole }) => whole);
    this.#only(this.entries.get(this.shelf.shown ?? exhibits[0]) ?? null);
    focus?.();
  }

  /**
   * @param {Exhibit} exhibit
   * @param {number} depth how many runs it branches from, one from the other
   */
  #entry(exhibit, depth) {
    return entryOf(exhibit, depth, exhibit === this.shelf.shown, {
      choose: async (event) => {
        this.say("");
        const chosen = await this.shelf.choose(exhibit, undefined, (error) => this.say(error));
        if (!chosen) return;
        this.root.hidePopover();
        if (event.detail > 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur(); // playback keys work again
      },
      compare: async () => {
        await this.compare(exhibit);
        this.root.hidePopover();
      },
      use: async () => {
        await this.use(exhibit).then(
          () => this.root.hidePopover(),
          (error) => this.say(error),
        );
      },
      save: () => this.shelf.save(exhibit, (error) => this.say(error)),
      star: (star) => this.library.change(exhibit, { star }),
      rename: (given) => this.library.change(exhibit, { given }),
      remove: () => {
        const others = [...this.entries.keys()];
        const next = others[others.indexOf(exhibit) + 1] ?? others.at(-2);
        this.#remove(`“${exhibit.face}” is`, () => this.library.remove([exhibit]), next);
      },
    });
  }

  /**
   * @param {string} what
   * @param {() => Promise<() => Promise<void>>} remove
   * @param {Exhibit} [next] gets the focus
   */
  async #remove(what, remove, next = this.shelf.exhibits[0]) {
    const undo = await remove();
    const { shelf } = this;
    const goesOn = next && shelf.exhibits.includes(next) ? next : shelf.exhibits[0];
    // The address must not ask for a run that was deleted: it would be made again with the next visit.
    if (goesOn && shelf.shown && !shelf.exhibits.includes(shelf.shown))
      await shelf.choose(goesOn, undefined, (error) => this.say(error));
    const back = button("Undo", "Bring back what was deleted");
    const end = () => this.undo.replaceChildren();
    back.onclick = () => {
      end();
      undo();
    };
    this.undo.replaceChildren(`${what} deleted. `, back);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(end, UNDO_MS);
    if (next) this.entries.get(next)?.querySelector("button")?.focus();
  }

  /** @returns {(() => void) | null} gives the focus to what has it now, as it will be drawn anew */
  #focus() {
    const focused = document.activeElement;
    const [exhibit, entry] = [...this.entries].find(([, one]) => one.contains(focused)) ?? [];
    if (!exhibit || !entry || !focused) return null;
    const [kind] = focused.classList;
    const open = entry.querySelector(".tdp-run-actions:not([hidden])") !== null;
    return () => {
      const again = this.entries.get(exhibit);
      if (open) /** @type {HTMLElement | null | undefined} */ (again?.querySelector(".tdp-run-more"))?.click();
      const target = (kind && again?.querySelector(`.${kind}`)) || again?.querySelector("button");
      if (target instanceof HTMLElement) target.focus();
    };
  }

  /** @param {KeyboardEvent} event the arrows go from run to run, and within one from button to button */
  #move(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const entry = target.closest(".tdp-run-entry");
    if (!entry || target.localName === "input") return;
    const entries = [...this.entries.values()];
    const at = entries.indexOf(/** @type {HTMLElement} */ (entry));
    const inside = /** @type {HTMLElement[]} */ (
      [...entry.querySelectorAll("button")].filter((one) => one.checkVisibility())
    );
    const within = inside.indexOf(target);
    const first = (/** @type {HTMLElement | undefined} */ one) => one?.querySelector("button");
    /** @type {Record<string, () => HTMLElement | null | undefined>} */
    const moves = {
      ArrowDown: () => first(entries[at + 1]),
      ArrowUp: () => first(entries[at - 1]),
      Home: () => first(entries[0]),
      End: () => first(entries.at(-1)),
      ArrowRight: () => inside[within + 1],
      ArrowLeft: () => inside[within - 1],
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    moves[event.key]()?.focus();
  }

  /** @param {FocusEvent} event Tab goes on from here to what follows the lists, not through all runs */
  #rove({ target }) {
    const entry = target instanceof Element && /** @type {HTMLElement | null} */ (target.closest(".tdp-run-entry"));
    if (entry) this.#only(entry);
  }

  /** @param {HTMLElement | null} entry the only one that Tab reaches */
  #only(entry) {
    for (const one of this.entries.values())
      for (const made of one.querySelectorAll("button")) made.tabIndex = one === entry ? 0 : -1;
  }
}
