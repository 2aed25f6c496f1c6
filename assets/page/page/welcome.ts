/** What a page begins with and explains itself by: the opening, the ways on from a prompt, help, and the reader's kept runs. */

import { once } from "../dom/once.ts";
import { addStyle } from "../dom/style.ts";
import { modelName } from "../run/sentences.ts";
import type { About } from "../run/prompt-words.ts";
import type { Page } from "./page.ts";

/** Waits until the browser has painted and has time. */
const painted = () =>
  new Promise((give) => {
    requestAnimationFrame(() => requestIdleCallback(give, { timeout: 500 }));
    setTimeout(give, 2000); // a page in the background is not painted
  });

export class Welcome {
  /** Has a prompt led nowhere yet? */
  ledOn = false;

  constructor(
    public page: Pick<
      Page,
      | "ask"
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

  #waysOn = once(async () => {
    const { WaysOn } = await import("./ways-on.ts");
    const { prompt, waysOn, generate } = this.page.ask;
    return new WaysOn(prompt, waysOn, generate, () => {
      const { which } = this.page.form;
      return (which?.others ?? []).map(({ name }) => ({ name: modelName(name), ask: () => which?.choose(name) }));
    });
  });

  /** @param about a prompt that leads nowhere; null for others */
  async leadOn(about: About | null) {
    if (about === null && !this.ledOn) return;
    this.ledOn = true;
    (await this.#waysOn()).show(about);
  }

  help = once(async () =>
    (await import("./help.ts")).buildHelp(this.page.root, this.page.looks, this.page, this.opening),
  );
}
