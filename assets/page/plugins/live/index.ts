/** The engine in the page, and a page of one file that holds it. */

import { button } from "../../dom/elements.ts";
import { BrowserEngine } from "./browser.ts";
import { isolate, keepFiles } from "./keep.ts";
import type { EngineContext, FormsContext } from "../../page/places.ts";

const BYTES = "18 MB";
const [BEGINS, ENDS] = ['id="tdp-model">', "<"];

export async function engine({ page }: EngineContext) {
  if (!page.served) await isolate();
  page.stays.resolve();
  const engine = new BrowserEngine({ base: page.assets });
  if (!page.served) engine.ready.promise.then(keepFiles);
  return engine;
}

/** Offered for runs of the model that the file can hold. */
export function forms(place: HTMLElement, { config, page, pageFile, save }: FormsContext) {
  const { player, shell } = page;
  const offer = button(
    `Page with the model too (.html, ${BYTES})`,
    "One file that plays the run, and makes others offline: its reader can change prompt, settings and seed",
  );
  offer.dataset.form = "model";
  offer.onclick = () =>
    save(async (shown, { say }) => {
      const { packedModel } = await import("./model-files.ts");
      const tell = (fraction: number) => say(`The model is ${Math.round(100 * fraction)}% on its way.`);
      const model = await packedModel(page.assets, tell);
      const { name, blob } = await pageFile(shown, "model");
      const [before, after] = (await blob.text()).split(`${BEGINS}{}${ENDS}`);
      return { name, blob: new Blob([before, BEGINS, ...model, ENDS, after], { type: "text/html" }) };
    });
  const update = () => {
    const { model, revision } = config;
    offer.hidden = !player.lanes.every(({ header: { spec } }) => spec.model === model && spec.revision === revision);
  };
  shell.shareMenu.addEventListener("beforetoggle", update);
  update();
  const plain = shell.shareMenu.querySelector("[data-form=html]"); // the same page without the model
  (plain ?? place).after(offer);
  return () => {
    shell.shareMenu.removeEventListener("beforetoggle", update);
    offer.remove();
  };
}
