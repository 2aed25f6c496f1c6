/** The menu of runs: recorded ones, and the reader's own, which this browser keeps. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { messageOf } from "../dom/elements.ts";
import { treeOf } from "../run/branching.ts";
import { Button } from "../ui/button.tsx";
import { RunEntry } from "./run-entry.tsx";
import { RunFoot } from "./run-foot.tsx";
import type { VNode } from "preact";
import type { Library } from "./library.ts";
import type { Page } from "./page.ts";
import type { RunItem } from "./run-list.ts";

/** What was deleted can be brought back for so long. */
const UNDO_MS = 10_000;

export class RunMenu {
  /** What went wrong; "" for nothing. */
  alert = signal("");
  /** Offers to bring back what was deleted. */
  undo = signal<VNode | null>(null);
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
    public openFile: () => void,
  ) {
    page.runList.addEventListener("change", () => root.matches(":popover-open") && this.#draw());
  }

  /** The menu has been opened. */
  open() {
    render(null, this.root); // what was left undone is forgotten
    this.current.value = this.page.runList.shown;
    this.#draw();
    this.#focus(this.page.runList.shown);
  }

  /** @param error what went wrong; "" takes it back */
  say = (error: unknown) => void (this.alert.value = messageOf(error));

  #draw() {
    const { items, yours, shown } = this.page.runList;
    const first = (a: RunItem, b: RunItem) =>
      Number(b.about?.star) - Number(a.about?.star) || (b.about?.time ?? 0) - (a.about?.time ?? 0);
    const tree = treeOf(yours.sort(first), ({ about }) => [about?.id ?? "", about?.parent ?? ""]);
    const recorded = items.filter(({ about }) => about === null).map((item) => [item, 0] as [RunItem, number]);
    this.#listed = [...recorded, ...tree];
    if (!items.includes(this.current.value as RunItem)) this.current.value = shown ?? items[0];
    const menu = (
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
        <RunFoot menu={this} yours={yours} />
      </>
    );
    const { activeElement: focused } = document;
    render(menu, this.root);
    if (focused instanceof HTMLElement && this.root.contains(focused)) focused.focus(); // in another place it loses it
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

  /** Of all their runs and choices. */
  forget() {
    this.#remove("All of your runs are", () => this.library.forgetAll());
  }

  /** @param next gets the focus */
  async #remove(name: string, remove: () => Promise<() => Promise<void>>, next: RunItem = this.page.runList.items[0]) {
    const undo = await remove();
    const { items, shown } = this.page.runList;
    const goesOn = items.includes(next) ? next : items[0];
    // The address must not ask for a run that was deleted: it would be made again with the next visit.
    if (goesOn && shown && !items.includes(shown)) await this.page.runList.choose(goesOn, undefined, this.say);
    const end = () => (this.undo.value = null);
    this.undo.value = (
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
    const entry = target.closest<HTMLElement>(".tdp-run-entry");
    if (!entry || target.localName === "input") return;
    const entries = [...this.root.querySelectorAll<HTMLElement>(".tdp-run-entry")];
    const at = entries.indexOf(entry);
    const buttons = [...entry.querySelectorAll("button")].filter((button) => button.checkVisibility());
    const within = buttons.indexOf(target as HTMLButtonElement);
    const to: Record<string, HTMLElement | undefined> = {
      ArrowDown: entries[at + 1],
      ArrowUp: entries[at - 1],
      Home: entries[0],
      End: entries.at(-1),
      ArrowRight: buttons[within + 1],
      ArrowLeft: buttons[within - 1],
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    (to[event.key]?.querySelector("button") ?? to[event.key])?.focus();
  }
}
