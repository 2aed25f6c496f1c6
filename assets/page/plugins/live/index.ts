/** The engine in the page, and a page of one file that holds it. */

import { BrowserEngine } from "./browser.ts";
import { isolate, keepFiles } from "./keep.ts";
import type { EngineContext } from "../../page/places.ts";

export { forms } from "./forms.tsx";

export async function engine({ page }: EngineContext) {
  if (!page.served) await isolate();
  page.stays.resolve();
  const engine = new BrowserEngine({ base: page.assets });
  if (!page.served) engine.ready.promise.then(keepFiles);
  return engine;
}
