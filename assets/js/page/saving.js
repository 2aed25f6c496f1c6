/** Saves a run as a file on the reader's computer. */

import { element } from "../dom/elements.js";

/** The browser has read what it saves by then. */
const READ_MS = 10_000;

/** @param {{ title: string, file: () => Promise<Uint8Array<ArrayBuffer>> }} run */
export async function saveTrace({ title, file }) {
  const link = element("a", { download: `${fileName(title)}.trace` });
  link.href = URL.createObjectURL(new Blob([await file()]));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

/** @param {string} title */
const fileName = (title) => title.replace(/\.trace$/, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "run";
