/** Saves files on the reader's computer. */

/** The browser has read what it saves by then. */
const READ_MS = 10_000;

export async function saveTrace({ title, file }: { title: string; file: () => Promise<Uint8Array<ArrayBuffer>> }) {
  saveBlob(new Blob([await file()]), `${fileName(title)}.trace`);
}

/** @param name of the file */
export function saveBlob(blob: Blob, name: string) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

/** @returns that any system takes for a file's name */
export const fileName = (title: string): string =>
  title
    .replace(/\.trace$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "run";
