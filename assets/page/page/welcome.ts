/** What a page begins with and explains itself by: the opening, help, and the reader's kept runs. */

import { once } from "../dom/once.ts";
import { addStyle } from "../dom/style.ts";
import type { Page } from "./page.ts";

/** Waits until the browser has painted and has time. */
const painted = () =>
  new Promise((give) => {
    requestAnimationFrame(() => requestIdleCallback(give, { timeout: 500 }));
    setTimeout(give, 2000); // a page in the background is not painted
  });

export class Welcome {
  constructor(
    public page: Pick<
      Page,
      | "ask"
      | "docs"
      | "form"
      | "held"
      | "looks"
      | "player"
      | "plugins"
      | "root"
      | "runList"
      | "say"
      | "served"
      | "setMode"
      | "sharing"
      | "strangers"
    >,
  ) {}

  /** What this browser keeps is read once the page stands. */
  library = once(async () => {
    await painted();
    const { Library } = await import("./library.ts");
    const library = new Library(this.page.runList, this.page.strangers);
    await library.load();
    return library;
  });

  /** What a first visit begins with; it waits for its styles. */
  opening = once(async () => {
    const [{ Opening }] = await Promise.all([import("./opening.ts"), addStyle("opening")]);
    return new Opening(this.page);
  });

  help = once(async () =>
    (await import("./help.ts")).buildHelp(this.page.root, this.page.looks, this.page, this.opening),
  );
}
