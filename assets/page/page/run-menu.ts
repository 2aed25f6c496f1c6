/** The menu of runs: recorded ones, and the reader's own, which this browser keeps. */

import { button, element, messageOf } from "../dom/elements.ts";
import { treeOf } from "../run/branching.ts";
import { entryOf } from "./run-entry.ts";
import { sizeWords } from "./stored-run.ts";
import type { Library } from "./library.ts";
import type { RunItem, RunList } from "./run-list.ts";

/** What was deleted can be brought back for so long. */
const UNDO_MS = 10_000;

export class RunMenu {
  alert = element("p.tdp-library-alert", { role: "alert" });
  undo = element("p.tdp-library-undo", { role: "status" });
  recorded = element("ul");
  yours = element("ul");
  size = element("p.tdp-library-size");
  note = element("p.tdp-library-note", { role: "status" });
  all = button("Forget everything", "Delete all of your runs and choices from this browser");
  keep = button("Keep my runs here", "Keep your runs in this browser, also for the next visit");
  /** The entry of each run that is listed. */
  entries: Map<RunItem, HTMLElement> = new Map();
  /** Ends the offer to bring back what was deleted. */
  timer = 0;

  /**
   * @param root a popover, will be filled
   * @param actions `open` asks for a file
   */
  constructor(
    public root: HTMLElement,
    public runList: RunList,
    public library: Library,
    public actions: { open: () => void } & Record<"use" | "compare", (item: RunItem) => Promise<void>>,
  ) {
    this.keep.onclick = () => library.want();
    const file = button("Open trace", "Open a .trace file from this computer; it can also be dropped on the page");
    file.onclick = actions.open;
    this.all.onclick = () => this.#remove("All of your runs are", () => library.forgetAll());
    root.replaceChildren(
      element("div.tdp-library-lists", element("h2", "Recorded"), this.recorded, element("h2", "Yours"), this.yours),
      element(
        "div.tdp-library-foot",
        this.alert,
        this.undo,
        this.note,
        element("div.tdp-library-row", this.size, this.keep, this.all, file),
      ),
    );
    root.addEventListener("keydown", (event) => this.#move(event));
    root.addEventListener("focusin", (event) => this.#rove(event));
    runList.addEventListener("change", () => {
      if (root.matches(":popover-open")) this.#draw();
    });
  }

  /** The menu has been opened. */
  open() {
    this.#draw();
    const { shown } = this.runList;
    const entry = (shown && this.entries.get(shown)) || this.root.querySelector(".tdp-run-entry");
    entry?.querySelector("button")?.focus();
  }

  /** @param error what went wrong; "" takes it back */
  say(error: unknown) {
    this.alert.textContent = messageOf(error);
  }

  #draw() {
    const focus = this.#focus();
    const { items, yours } = this.runList;
    const first = (a: RunItem, b: RunItem) =>
      Number(b.about?.star) - Number(a.about?.star) || (b.about?.time ?? 0) - (a.about?.time ?? 0);
    const recorded = items.filter(({ about }) => about === null).map((item) => [item, 0] as [RunItem, number]);
    const tree = treeOf(
      yours.sort(first),
      ({ about }) => about?.id ?? "",
      ({ about }) => about?.parent ?? "",
    );
    this.entries = new Map([...recorded, ...tree].map(([item, depth]) => [item, this.#entry(item, depth)]));
    const made = (recorded: boolean) =>
      [...this.entries].filter(([{ about }]) => (about === null) === recorded).map(([, entry]) => entry);
    this.recorded.replaceChildren(...made(true));
    this.yours.replaceChildren(...made(false));
    const stored = yours.flatMap(({ about, kept }) => (about && kept ? [about] : []));
    if (yours.length === 0) this.yours.append(element("li.tdp-library-none", "Runs that you make or open stand here."));
    this.size.textContent = this.library.store ? sizeWords(stored) : "";
    this.note.textContent = this.library.sentence;
    this.keep.hidden = this.library.wanted;
    this.all.hidden = !yours.some(({ whole }) => whole);
    this.#only(this.entries.get(this.runList.shown ?? items[0]) ?? null);
    focus?.();
  }

  /** @param depth how many runs it branches from, one from the other */
  #entry(item: RunItem, depth: number) {
    const close = () => this.root.hidePopover();
    return entryOf(item, depth, item === this.runList.shown, {
      choose: async (event) => {
        this.say("");
        const chosen = await this.runList.choose(item, undefined, (error) => this.say(error));
        if (!chosen) return;
        close();
        if (event.detail > 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur(); // playback keys work again
      },
      compare: () => this.actions.compare(item).then(close),
      use: () => this.actions.use(item).then(close, (error) => this.say(error)),
      save: () => this.runList.save(item, (error) => this.say(error)),
      star: (star) => this.library.change(item, { star }),
      rename: (given) => this.library.change(item, { given }),
      remove: () => {
        const others = [...this.entries.keys()];
        const next = others[others.indexOf(item) + 1] ?? others.at(-2);
        this.#remove(`“${item.face}” is`, () => this.library.remove([item]), next);
      },
    });
  }

  /** @param next gets the focus */
  async #remove(name: string, remove: () => Promise<() => Promise<void>>, next: RunItem = this.runList.items[0]) {
    const undo = await remove();
    const { runList } = this;
    const goesOn = next && runList.items.includes(next) ? next : runList.items[0];
    // The address must not ask for a run that was deleted: it would be made again with the next visit.
    if (goesOn && runList.shown && !runList.items.includes(runList.shown))
      await runList.choose(goesOn, undefined, (error) => this.say(error));
    const back = button("Undo", "Bring back what was deleted");
    const end = () => this.undo.replaceChildren();
    back.onclick = () => {
      end();
      undo();
    };
    this.undo.replaceChildren(`${name} deleted. `, back);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(end, UNDO_MS);
    if (next) this.entries.get(next)?.querySelector("button")?.focus();
  }

  /** @returns gives the focus to what has it now, as it will be drawn anew */
  #focus(): (() => void) | null {
    const focused = document.activeElement;
    const [item, entry] = [...this.entries].find(([, one]) => one.contains(focused)) ?? [];
    if (!item || !entry || !focused) return null;
    const [kind] = focused.classList;
    const open = entry.querySelector(".tdp-run-actions:not([hidden])") !== null;
    return () => {
      const again = this.entries.get(item);
      if (open) (again?.querySelector(".tdp-run-more") as HTMLElement | null | undefined)?.click();
      const target = (kind && again?.querySelector(`.${kind}`)) || again?.querySelector("button");
      if (target instanceof HTMLElement) target.focus();
    };
  }

  /** @param event the arrows go from run to run, and within one from button to button */
  #move(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    const entry = target.closest(".tdp-run-entry");
    if (!entry || target.localName === "input") return;
    const entries = [...this.entries.values()];
    const at = entries.indexOf(entry as HTMLElement);
    const inside = [...entry.querySelectorAll("button")].filter((one) => one.checkVisibility()) as HTMLElement[];
    const within = inside.indexOf(target);
    const first = (one: HTMLElement | undefined) => one?.querySelector("button");
    const moves: Record<string, () => HTMLElement | null | undefined> = {
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

  /** @param event Tab goes on from here to what follows the lists, not through all runs */
  #rove({ target }: FocusEvent) {
    const entry = target instanceof Element && (target.closest(".tdp-run-entry") as HTMLElement | null);
    if (entry) this.#only(entry);
  }

  /** @param entry the only one that Tab reaches */
  #only(entry: HTMLElement | null) {
    for (const row of this.entries.values())
      for (const made of row.querySelectorAll("button")) made.tabIndex = row === entry ? 0 : -1;
  }
}
