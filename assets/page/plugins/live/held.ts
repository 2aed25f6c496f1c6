/** The engine of a page of one file, whose worker is a part of the file and unpacks the model, so that the page stays free. */

import { BrowserEngine } from "./browser.ts";

const textOf = (id: string) => document.getElementById(id)?.textContent ?? "";

export async function engine() {
  const script = URL.createObjectURL(new Blob([textOf("tdp-worker")], { type: "text/javascript" }));
  return new BrowserEngine({
    base: new URL(document.baseURI),
    makeWorker: () => new Worker(script),
    place: { packed: textOf("tdp-model") },
    again: false,
  });
}
