/** The engine that makes the page's runs: the server's, or that of a plugin, which also runs rules of the reader's own. */

import { once } from "../dom/once.ts";
import { RefusedError } from "../engine/events.ts";
import { LateEngine } from "../engine/late.ts";
import { OwnRuleEngine } from "../engine/own-rule.ts";
import { ServerEngine } from "../engine/server.ts";
import type { Engine } from "../engine/server.ts";
import type { Page } from "./page.ts";

/** @param page whose parts may come later */
export function engineOf(page: Pick<Page, "ask" | "greeted" | "parts" | "served" | "steering">): Engine {
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
      page.ask.waiting(sentence);
    }
    return engine;
  });

  return new OwnRuleEngine(
    page.served ? new ServerEngine(() => page.parts.headers()) : new LateEngine(here),
    page.served ? besideServer : here,
    (rule) => page.steering.editor?.allows(rule) ?? false,
  );
}
