/**
 * A reader whom this browser does not know comes to the page itself: the opening plays, and no figure of the uncertainty is
 * given before the reader has opened something, because its unit has to be learnt. Whoever follows a link sees what it says.
 */

import { recall, remember } from "../dom/memory.ts";
import { made } from "../ui/made.ts";
import { Pill } from "../ui/pill.tsx";
import type { Page } from "./page.ts";

/** What a newcomer presses to see figures. */
const IN_FIGURES = "Why, in figures";
export const AGAIN = "Play the opening again";
/** With these a reader takes the page over. */
export const TOUCHES = ["keydown", "pointerdown", "wheel"];
/**
 * A press that takes the page over does no more on the canvas: the click that follows it chooses no cell. What was
 * pressed may have stood over the canvas, and be gone by then.
 *
 * @param stage with the canvas
 */
export function chooseNothing(press: Event, stage: HTMLElement) {
  if (press.type !== "pointerdown") return;
  const over = new AbortController();
  const { signal } = over;
  stage.addEventListener("click", (click) => click.stopImmediatePropagation(), { signal, capture: true, once: true });
  for (const kind of TOUCHES) addEventListener(kind, () => over.abort(), { signal, capture: true }); // it became no click
}

/** How far the reader has come: "" nowhere, then "shown" the opening, then "opened" something. */
const READER = "reader";

export class FirstVisit {
  opens: boolean;

  /** @param page whose player stands, and shows nothing yet */
  constructor(public page: Pick<Page, "greeted" | "held" | "parts" | "player" | "root" | "sharing" | "stays">) {
    const query = new URLSearchParams(location.search);
    const led = location.hash !== "" || page.parts.wordOf(query) !== null || query.has("embed") || page.held !== null;
    const known = recall(READER, "");
    this.opens = !led && known === "" && page.parts.hasOpening;
    page.root.classList.toggle("tdp-opens", this.opens);
    const { views, view } = page.player;
    views.met = () => remember(READER, "opened");
    if (led || known === "opened") return;
    views.state.newcomer.value = true;
    const hint = "What this step keeps, and by which rule";
    const press = { face: IN_FIGURES, hint, onClick: () => views.meet() };
    view.watching.append(made(Pill({ class: "tdp-pill tdp-in-figures", ...press })));
  }

  /** The first run is there and not painted yet. */
  begin() {
    const { player, sharing, greeted, stays, parts } = this.page;
    if (!this.opens) return;
    if (player.recording === null) return this.#none();
    player.seek(0);
    sharing.held = true; // the address is not to follow what plays by itself
    const waiting = new AbortController();
    const { signal } = waiting;
    signal.addEventListener("abort", () => this.#none());
    const touched = (event: Event) => {
      chooseNothing(event, player.view.stage);
      waiting.abort();
    };
    for (const kind of TOUCHES) addEventListener(kind, touched, { signal, capture: true, passive: true });
    Promise.all([greeted.promise.then(() => parts.opening()), stays.promise])
      .then(([opening]) => {
        if (signal.aborted) return;
        waiting.abort();
        remember(READER, "shown");
        opening.play();
      })
      .catch(() => {
        if (!signal.aborted && player.recording) player.move(player.recording.middle);
        waiting.abort();
      });
  }

  /** The page is as on any other visit. */
  #none() {
    const { root, player, sharing } = this.page;
    root.classList.remove("tdp-opens");
    if (player.recording !== null) sharing.accept();
    player.refresh();
  }
}
