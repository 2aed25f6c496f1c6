/** A rule of the reader's own: written below the menu of samplers, tried on a step, and run in this browser. */

import { addPluginStyle } from "../../dom/style.ts";
import { RuleEditor } from "./editor.ts";
import { RuleEngine } from "./engine.ts";
import type { SamplerContext, WrittenSampler } from "../../page/places.ts";
import type { BrowserEngine } from "../live/browser.ts";

export async function sampler(
  place: HTMLElement,
  { page, browser, generate, show }: SamplerContext,
): Promise<WrittenSampler> {
  const { form, player, assets } = page;
  const editor = new RuleEditor({ form, player, assets, generate, show });
  await Promise.all([addPluginStyle("own_rule"), editor.load()]);
  place.append(editor.root);
  const allows = (rule: string) => editor.allows(rule);
  return {
    engine: new RuleEngine(browser as () => Promise<BrowserEngine>, assets, allows),
    allows,
    ask: () => editor.ask(),
    update: () => editor.update(),
  };
}
