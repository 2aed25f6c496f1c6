/**
 * All panels together. Those of the drawer are always there; those of the tray are made when they are first opened, and
 * the browser remembers which are open. All follow the same run, step and chosen positions.
 */

import { element } from "../dom/elements.js";
import { recall, remember } from "../dom/memory.js";
import { NOT_RECORDED } from "../words/captions.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("./panel.js").PanelClass} PanelClass */
/** @typedef {import("./panel.js").LatePanel} LatePanel */

const OPEN = "open details";
const NOT_FETCHED = "This part of the page did not arrive; close it and open it again when the server answers.";

/** Those that need no more than the text of each step; a run from elsewhere has nothing else. */
const TELLING = new Set(["text", "lanes", "often"]);

/** @implements {Panel} */
export class Deck {
  /**
   * @param {import("./panel.js").Panels} panels
   * @param {{ watching: HTMLElement, tuning: HTMLElement, comparing: HTMLElement, tabs: HTMLElement, details: HTMLElement }} places
   * @param {import("./panel.js").Reader} reader
   * @param {() => void} opened a panel has come that shows nothing yet
   */
  constructor(panels, { watching, tuning, comparing, tabs, details }, reader, opened) {
    /** Those that have been made, by name. @type {Record<string, any>} */
    this.panels = {};
    this.reader = reader;
    this.opened = opened;
    /** Where all of them stand, by name. @type {[string, HTMLElement][]} */
    this.roots = [];
    /** What `show` was given last. @type {Parameters<Panel["show"]> | null} */
    this.shown = null;
    /** Those of the tray: where they stand and what opens them. @type {Map<string, { root: HTMLElement, tab: HTMLButtonElement, Panel: PanelClass | LatePanel }>} */
    this.tray = new Map();
    for (const [name, Panel] of Object.entries(panels)) {
      if ("needs" in Panel && Panel.needs && reader[Panel.needs] === null) continue;
      const root = element("section", { class: `tdp-${name}-panel` });
      this.roots.push([name, root]);
      if (Panel.place === "tray" || "fetch" in Panel) this.#add(name, Panel, root, tabs, details);
      else {
        ({ watch: watching, tune: tuning, compare: comparing })[Panel.place].append(root);
        this.panels[name] = new Panel(root, reader);
      }
    }
    for (const name of recall(OPEN, [])) if (this.tray.has(name)) this.open(name, true);
  }

  /**
   * @param {string} name
   * @param {PanelClass | LatePanel} Panel
   * @param {HTMLElement} root
   * @param {HTMLElement} tabs
   * @param {HTMLElement} details
   */
  #add(name, Panel, root, tabs, details) {
    const tab = element("button.tdp-tab", { "data-panel": name, "aria-expanded": "false" }, Panel.title ?? name);
    tab.onclick = () => this.#turn(name, tab.getAttribute("aria-expanded") === "false");
    root.hidden = true;
    root.dataset.elsewhere = NOT_RECORDED;
    tabs.append(tab);
    details.append(root);
    this.tray.set(name, { root, tab, Panel });
  }

  /** @param {string} name of a panel of the tray @param {boolean} open */
  async open(name, open) {
    const { root, tab, Panel } = /** @type {NonNullable<ReturnType<typeof this.tray.get>>} */ (this.tray.get(name));
    root.hidden = !open;
    tab.setAttribute("aria-expanded", String(open));
    if (!open) return;
    const Found = "fetch" in Panel ? await Panel.fetch().catch(() => null) : Panel;
    if (Found === null) {
      root.replaceChildren(element("p.tdp-hint", { role: "alert" }, NOT_FETCHED));
      return;
    }
    if (!(name in this.panels)) {
      root.replaceChildren();
      this.panels[name] = new Found(root, this.reader);
    }
    if (root.hidden) return;
    if (this.shown && (!this.shown[0].header.source || TELLING.has(name))) this.panels[name].show(...this.shown);
    this.opened();
  }

  /** @param {string} name of a panel of the tray that the reader opens or closes @param {boolean} opens */
  async #turn(name, opens) {
    await this.open(name, opens);
    remember(
      OPEN,
      [...this.tray].filter(([, { root }]) => !root.hidden).map(([name]) => name),
    );
    if (opens) this.tray.get(name)?.root.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} name of a panel of the tray that the reader shall see */
  reveal(name) {
    return this.#turn(name, true);
  }

  /** Those that can be seen. @returns {Panel[]} */
  get #visible() {
    const foreign = Boolean(this.shown?.[0].header.source);
    return Object.entries(this.panels).flatMap(([name, panel]) =>
      this.tray.get(name)?.root.hidden || (foreign && !TELLING.has(name)) ? [] : [panel],
    );
  }

  /** @type {Panel["show"]} */
  show(recording, theme, taste) {
    this.shown = [recording, theme, taste];
    for (const [name, root] of this.roots)
      root.classList.toggle("tdp-not-recorded", Boolean(recording.header.source) && !TELLING.has(name));
    for (const panel of this.#visible) panel.show(recording, theme, taste);
  }

  /** @param {number} step @param {number | null} chosen @param {number | null} pinned */
  paint(step, chosen, pinned) {
    for (const panel of this.#visible) panel.paint(step, chosen, pinned);
  }

  /** @param {number | null} position under the pointer */
  point(position) {
    for (const panel of this.#visible) panel.point?.(position);
  }
}
