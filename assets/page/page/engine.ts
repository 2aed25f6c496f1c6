/** The engine that makes the page's runs: the server's, or that of a plugin. */

import { once } from "../dom/once.ts";
import { RefusedError } from "../engine/events.ts";
import { LateEngine } from "../engine/late.ts";
import { ServerEngine } from "../engine/server.ts";
import { WrittenEngine } from "../engine/written.ts";
import type { Engine } from "../engine/server.ts";
import type { Page } from "./page.ts";

/**
 * @param page whose parts may come later
 * @returns what makes the page's runs, and the engine in this browser with its model
 */
export function engineOf(page: Pick<Page, "ask" | "greeted" | "parts" | "served" | "written">): {
  engine: Engine;
  browser: () => Promise<Engine>;
} {
  /** What it needs is large, and what the reader sees first comes before it. */
  const here = once(async () => {
    await page.greeted.promise;
    return page.parts.engine();
  });

  /** The same with its model, beside a server that has it too. */
  const besideServer = once(async () => {
    const engine = await here();
    for await (const { state, sentence } of engine.model()) {
      if (state === "failed") throw new RefusedError(sentence);
      page.ask.waits.value = sentence;
    }
    return engine;
  });

  const engine = page.served ? new ServerEngine(() => page.parts.headers()) : new LateEngine(here);
  return {
    engine: new WrittenEngine(engine, (specs) => page.written.makerOf(specs)),
    browser: page.served ? besideServer : here,
  };
}
