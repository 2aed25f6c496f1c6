/** Saves files on the reader's computer. */

import { element } from "../dom/elements.js";

/** The browser has read what it saves by then. */
const READ_MS = 10_000;

/** @param {{ title: string, file: () => Promise<Uint8Array<ArrayBuffer>> }} run */
export async function saveTrace({ title, file }) {
  saveBlob(new Blob([await file()]), `${fileName(title)}.trace`);
}

/** @param {Blob} blob @param {string} name of the file */
export function saveBlob(blob, name) {
  const link = element("a", { download: name });
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

/** @param {string} title @returns {string} that any system takes for a file's name */
export const fileName = (title) =>
  title
    .replace(/\.trace$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "run";
