/** What a page explains itself by, and the reader's kept runs. */

import { once } from "../dom/once.ts";
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
      "docs" | "held" | "looks" | "parts" | "plugins" | "root" | "runList" | "say" | "served" | "strangers"
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

  help = once(async () => (await import("./help.tsx")).buildHelp(this.page));
}
