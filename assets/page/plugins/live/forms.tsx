/** The page of one file that holds the model too, offered for runs of the model that the file can hold. */

import { signal } from "@preact/signals";
import { made } from "../../ui/made.ts";
import type { FormsContext } from "../../page/places.ts";

const BYTES = "18 MB";
const [BEGINS, ENDS] = ['id="tdp-model">', "<"];
const HINT = "One file that plays the run, and makes others offline: its reader can change prompt, settings and seed";

export function forms(place: HTMLElement, { config, page, pageFile, save }: FormsContext) {
  const { player, shell } = page;
  const away = signal(true);
  const make = () =>
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
    away.value = !player.lanes.every(({ header: { spec } }) => spec.model === model && spec.revision === revision);
  };
  shell.shareMenu.addEventListener("beforetoggle", update);
  update();
  const offer = made(
    <button type="button" title={HINT} data-form="model" hidden={away} onClick={make}>
      {`Page with the model too (.html, ${BYTES})`}
    </button>,
  );
  const plain = shell.shareMenu.querySelector("[data-form=html]"); // the same page without the model
  (plain ?? place).after(offer);
  return () => {
    shell.shareMenu.removeEventListener("beforetoggle", update);
    offer.remove();
  };
}
