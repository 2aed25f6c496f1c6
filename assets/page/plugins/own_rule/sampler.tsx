/** The sampler that the reader writes, as the page has it. */

import { render } from "preact";
import { addPluginStyle } from "../../dom/style.ts";
import { RuleEditor } from "./editor.ts";
import { RuleEngine } from "./engine.ts";
import { RuleView } from "./view.tsx";
import type { SamplerContext, WrittenSampler } from "../../page/places.ts";
import type { BrowserEngine } from "../live/browser.ts";

export async function sampler(
  place: HTMLElement,
  { page, browser, generate, show }: SamplerContext,
): Promise<WrittenSampler> {
  const { form, player, assets } = page;
  let picture = 0;
  const draw = () => render(<RuleView editor={editor} picture={++picture} />, place);
  const editor = new RuleEditor({ form, player, assets, generate, show, draw });
  await Promise.all([addPluginStyle("own_rule"), editor.load()]);
  const allows = (rule: string) => editor.allows(rule);
  return {
    engine: new RuleEngine(browser as () => Promise<BrowserEngine>, assets, allows),
    allows,
    ask: () => editor.ask(),
    update: () => editor.update(),
  };
}
