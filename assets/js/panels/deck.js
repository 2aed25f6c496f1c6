/**
 * All panels together. Those of the drawer are always there, or come when something is first chosen that they show; those
 * of the tray are tabs, of which one at a time is open. They are made when they are first opened, and the browser remembers
 * which one is. All follow the same run, step and chosen positions.
 */

import { element, freshId, roam, setText } from "../dom/elements.js";
import { recall, remember } from "../dom/memory.js";

/** @typedef {import("./panel.js").Panel} Panel */
/** @typedef {import("./panel.js").PanelClass} PanelClass */
/** @typedef {import("./panel.js").LatePanel} LatePanel */

const OPEN = "open detail";
const NOT_FETCHED = "This part of the page did not arrive; close it and open it again when the server answers.";

/** Those that need no more than the text of each step; a run from elsewhere has nothing else. */
const TELLING = new Set(["text", "lanes", "often"]);

/** @implements {Panel} */
export class Deck {
  /**
   * @param {import("./panel.js").Panels} panels
   * @param {{ watching: HTMLElement, tuning: HTMLElement, comparing: HTMLElement, tray: HTMLElement, tabs: HTMLElement, details: HTMLElement }} places
   * @param {import("./panel.js").Reader} reader
   * @param {() => void} opened a panel has come that shows nothing yet
   */
  constructor(panels, { watching, tuning, comparing, tray, tabs, details }, reader, opened) {
    /** Those that have been made, by name. @type {Record<string, any>} */
    this.panels = {};
    this.reader = reader;
    this.opened = opened;
    this.place = tray;
    this.prefix = `${freshId("tdp-deck")}-`;
    /** What `show` was given last. @type {Parameters<Panel["show"]> | null} */
    this.shown = null;
    /** Those of the tray: where they stand and what opens them. @type {Map<string, { root: HTMLElement, tab: HTMLButtonElement, Panel: PanelClass | LatePanel }>} */
    this.tray = new Map();
    /** Those of the drawer that have not come yet, and where they will stand. @type {Map<string, { root: HTMLElement, Panel: LatePanel }>} */
    this.late = new Map();
    /** Those that did not arrive: another choice asks again. @type {typeof this.late} */
    this.missing = new Map();
    /** @type {number | null} */
    this.chosen = null;
    for (const [name, Panel] of Object.entries(panels)) {
      if ("needs" in Panel && Panel.needs && reader[Panel.needs] === null) continue;
      const root = element("section", { class: `tdp-${name}-panel` });
      if (Panel.place === "tray") {
        this.#add(name, Panel, root, tabs, details);
        continue;
      }
      ({ watch: watching, tune: tuning, compare: comparing })[Panel.place].append(root);
      root.hidden = "fetch" in Panel;
      if ("fetch" in Panel) this.late.set(name, { root, Panel });
      else this.panels[name] = new Panel(root, reader);
    }
    roam(tabs, { ArrowRight: 1, ArrowLeft: -1 }, (tab) => this.#stopAt(tab));
    /** Which of the tray is open. @type {string | null} */
    this.detail = recall(OPEN, "");
    this.open(this.detail);
  }

  /**
   * @param {string} name
   * @param {PanelClass | LatePanel} Panel
   * @param {HTMLElement} root
   * @param {HTMLElement} tabs
   * @param {HTMLElement} details
   */
  #add(name, Panel, root, tabs, details) {
    const [id, controls] = [`${this.prefix}${name}-tab`, `${this.prefix}${name}`];
    const tab = element("button.tdp-tab", { id, role: "tab", "aria-controls": controls, "data-panel": name });
    tab.append(Panel.title ?? name);
    tab.onclick = () => (this.detail === name ? this.#choose(null) : this.reveal(name));
    for (const [key, value] of Object.entries({ id: controls, role: "tabpanel", "aria-labelledby": id }))
      root.setAttribute(key, value);
    tabs.append(tab);
    details.append(root);
    this.tray.set(name, { root, tab, Panel });
  }

  /** @param {string | null} name of the one panel of the tray that is open from now on; null for none */
  async open(name) {
    const entry = this.tray.get(name ?? "");
    this.detail = entry ? name : null;
    this.#turn();
    if (!entry || name === null) return;
    await this.#fetch(name, entry.root, entry.Panel);
  }

  /** @param {string} name @param {HTMLElement} root @param {PanelClass | LatePanel} Panel is made, if it is not yet, and shows the run */
  async #fetch(name, root, Panel) {
    const Found = "fetch" in Panel ? await Panel.fetch().catch(() => null) : Panel;
    if (Found === null) {
      root.replaceChildren(element("p.tdp-hint", { role: "alert" }, NOT_FETCHED));
      if ("fetch" in Panel && Panel.place !== "tray") this.missing.set(name, { root, Panel });
      return;
    }
    if (!(name in this.panels)) {
      root.querySelector(":scope > [role=alert]")?.remove();
      this.panels[name] = new Found(root, this.reader);
    }
    if (root.hidden && this.tray.has(name)) return;
    if (this.shown) this.panels[name].show(...this.shown);
    this.opened();
  }

  /** @param {string | null} name of a panel of the tray that the reader opens; null closes what is open */
  #choose(name) {
    remember(OPEN, name ?? "");
    return this.open(name);
  }

  /** @param {string} name of a panel of the tray that the reader shall see */
  async reveal(name) {
    await this.#choose(name);
    await new Promise(requestAnimationFrame); // the picture that gives it its height
    this.place.scrollIntoView({ block: "nearest" });
  }

  /** Tabs are those that have something to show of this run; the open one has its panel below. */
  #turn() {
    const { detail, tray } = this;
    for (const [name, { root, tab }] of tray) {
      tab.hidden = !this.#offers(name);
      root.hidden = tab.hidden || name !== detail;
      tab.setAttribute("aria-selected", String(!root.hidden));
    }
    const tabs = [...tray.values()].map(({ tab }) => tab).filter(({ hidden }) => !hidden);
    this.#stopAt(tabs.find(({ ariaSelected }) => ariaSelected === "true") ?? tabs[0]);
  }

  /** @param {HTMLElement | undefined} stop the one tab that the Tab key reaches; arrows lead to the others */
  #stopAt(stop) {
    for (const { tab } of this.tray.values()) tab.tabIndex = tab === stop ? 0 : -1;
  }

  /** @param {string} name @returns {boolean} does the run hold what this panel shows? */
  #offers(name) {
    const Panel = this.tray.get(name)?.Panel;
    const recording = this.shown?.[0];
    if (!recording) return true;
    if (recording.header.source && !TELLING.has(name)) return false;
    return Panel === undefined || !("holds" in Panel) || !Panel.holds || Panel.holds(recording);
  }

  /** Those that can be seen. @returns {Panel[]} */
  get #visible() {
    return Object.entries(this.panels).flatMap(([name, panel]) =>
      this.#offers(name) && !this.tray.get(name)?.root.hidden ? [panel] : [],
    );
  }

  /** @type {Panel["show"]} */
  show(recording, theme, taste) {
    this.shown = [recording, theme, taste];
    for (const [name, { tab, Panel }] of this.tray)
      setText(tab, (taste.terms === "terms" && Panel.term) || Panel.title || name);
    this.#turn();
    for (const panel of this.#visible) panel.show(recording, theme, taste);
  }

  /** @param {number} step @param {number | null} chosen @param {number | null} pinned */
  paint(step, chosen, pinned) {
    if (chosen !== this.chosen) for (const entry of this.missing) this.late.set(...entry);
    this.chosen = chosen;
    for (const [name, { root, Panel }] of this.late) {
      if (!this.shown || !this.#offers(name) || !Panel.wanted?.(this.shown[0], step, chosen)) continue;
      this.late.delete(name);
      root.hidden = false;
      this.#fetch(name, root, Panel);
    }
    for (const panel of this.#visible) panel.paint(step, chosen, pinned);
  }

  /** @param {number | null} position under the pointer */
  point(position) {
    for (const panel of this.#visible) panel.point?.(position);
  }
}
