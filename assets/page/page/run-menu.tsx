/** The menu of runs: recorded ones, and the reader's own, which this browser keeps. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { messageOf } from "../dom/elements.ts";
import { treeOf } from "../run/branching.ts";
import { Button } from "../ui/button.tsx";
import { RunEntry } from "./run-entry.tsx";
import { sizeWords } from "./stored-run.ts";
import type { VNode } from "preact";
import type { Library } from "./library.ts";
import type { Page } from "./page.ts";
import type { RunItem } from "./run-list.ts";

/** What was deleted can be brought back for so long. */
const UNDO_MS = 10_000;
const OPEN = "Open a .trace file from this computer; it can also be dropped on the page";

export class RunMenu {
  #alert = signal("");
  /** Offers to bring back what was deleted. */
  #undo = signal<VNode | null>(null);
  /** Ends that offer. */
  #timer = 0;
  /** Tab goes on from here to what follows the lists, not through all runs. */
  current = signal<RunItem | null>(null);
  /** In order, and how many runs each branches from, one from the other. */
  #listed: [item: RunItem, depth: number][] = [];

  /**
   * @param root a popover, will be filled
   * @param openFile asks for a file
   */
  constructor(
    private root: HTMLElement,
    public library: Library,
    public page: Pick<Page, "lanes" | "runList" | "use">,
    private openFile: () => void,
  ) {
    page.runList.addEventListener("change", () => {
      if (root.matches(":popover-open")) this.#draw();
    });
  }

  /** The menu has been opened. */
  open() {
    render(null, this.root); // what was left undone is forgotten
    this.current.value = this.page.runList.shown;
    this.#draw();
    this.#focus(this.page.runList.shown);
  }

  /** @param error what went wrong; "" takes it back */
  say = (error: unknown) => void (this.#alert.value = messageOf(error));

  #draw() {
    const { items, yours, shown } = this.page.runList;
    const first = (a: RunItem, b: RunItem) =>
      Number(b.about?.star) - Number(a.about?.star) || (b.about?.time ?? 0) - (a.about?.time ?? 0);
    const tree = treeOf(
      yours.sort(first),
      ({ about }) => about?.id ?? "",
      ({ about }) => about?.parent ?? "",
    );
    const recorded = items.filter(({ about }) => about === null).map((item) => [item, 0] as [RunItem, number]);
    this.#listed = [...recorded, ...tree];
    const { value: current } = this.current;
    if (current === null || !items.includes(current)) this.current.value = shown ?? items[0];
    const { activeElement: focused } = document;
    render(this.#menu(recorded, tree), this.root);
    if (focused instanceof HTMLElement && this.root.contains(focused)) focused.focus(); // in another place it loses it
  }

  #menu(recorded: [RunItem, number][], tree: [RunItem, number][]) {
    const { library } = this;
    const stored = tree.flatMap(([{ about, kept }]) => (about && kept ? [about] : []));
    return (
      <>
        <div class="tdp-library-lists" onKeyDown={(event) => this.#move(event)}>
          <h2>Recorded</h2>
          <ul>{recorded.map(this.#entry)}</ul>
          <h2>Yours</h2>
          <ul>
            {tree.map(this.#entry)}
            {tree.length === 0 && <li class="tdp-library-none">Runs that you make or open stand here.</li>}
          </ul>
        </div>
        <div class="tdp-library-foot">
          <p class="tdp-library-alert" role="alert">
            {this.#alert}
          </p>
          <p class="tdp-library-undo" role="status">
            {this.#undo}
          </p>
          <p class="tdp-library-note" role="status">
            {library.sentence}
          </p>
          <div class="tdp-library-row">
            <p class="tdp-library-size">{library.store && sizeWords(stored)}</p>
            <Button
              face="Keep my runs here"
              hint="Keep your runs in this browser, also for the next visit"
              hidden={library.wanted}
              onClick={() => library.want()}
            />
            <Button
              face="Forget everything"
              hint="Delete all of your runs and choices from this browser"
              hidden={!tree.some(([{ whole }]) => whole)}
              onClick={() => this.#remove("All of your runs are", () => library.forgetAll())}
            />
            <Button face="Open trace" hint={OPEN} onClick={this.openFile} />
          </div>
        </div>
      </>
    );
  }

  #entry = ([item, depth]: [RunItem, number]) => (
    <RunEntry key={item.about?.id ?? item.title} menu={this} listed={this.#listed} {...{ item, depth }} />
  );

  close = () => this.root.hidePopover();

  async choose(item: RunItem, { detail }: MouseEvent) {
    this.say("");
    if (!(await this.page.runList.choose(item, undefined, this.say))) return;
    this.close();
    if (detail > 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur(); // playback keys work again
  }

  remove(item: RunItem) {
    const others = this.#listed.map(([other]) => other);
    const next = others[others.indexOf(item) + 1] ?? others.at(-2);
    this.#remove(`“${item.face}” is`, () => this.library.remove([item]), next);
  }

  /** @param next gets the focus */
  async #remove(name: string, remove: () => Promise<() => Promise<void>>, next: RunItem = this.page.runList.items[0]) {
    const undo = await remove();
    const { runList } = this.page;
    const goesOn = next && runList.items.includes(next) ? next : runList.items[0];
    // The address must not ask for a run that was deleted: it would be made again with the next visit.
    if (goesOn && runList.shown && !runList.items.includes(runList.shown))
      await runList.choose(goesOn, undefined, this.say);
    const end = () => (this.#undo.value = null);
    this.#undo.value = (
      <>
        {name} deleted. <Button face="Undo" hint="Bring back what was deleted" onClick={() => (end(), undo())} />
      </>
    );
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(end, UNDO_MS);
    this.#focus(next);
  }

  /** @param item whose name gets the focus; the first one does where it is not listed */
  #focus(item: RunItem | null) {
    const at = this.#listed.findIndex(([listed]) => listed === item);
    this.root.querySelectorAll(".tdp-run-entry")[Math.max(at, 0)]?.querySelector("button")?.focus();
  }

  /** @param event the arrows go from run to run, and within one from button to button */
  #move(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    const entry = target.closest(".tdp-run-entry");
    if (!entry || target.localName === "input") return;
    const entries = [...this.root.querySelectorAll(".tdp-run-entry")];
    const at = entries.indexOf(entry);
    const inside = [...entry.querySelectorAll("button")].filter((one) => one.checkVisibility()) as HTMLElement[];
    const within = inside.indexOf(target);
    const first = (one: Element | undefined) => one?.querySelector("button");
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
}
