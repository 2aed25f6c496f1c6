/** The figures of a panel to take along: saved as a file, or copied as a table. */

import { copyTable } from "../dom/clipboard.ts";
import { copyOf, csvOf } from "../dom/csv.ts";
import { button, element, setText } from "../dom/elements.ts";
import { fileName, saveBlob } from "../dom/saving.ts";
import type { Column } from "../dom/csv.ts";

const COPIED = "Copied.";
const NOT_COPIED = "This browser does not let the page copy; save the file.";

/**
 * @param name of what a row stands for, such as "each run"
 * @param figures as they are now, and what the file is called
 */
export function takeAlong(name: string, figures: () => { title: string; columns: Column[] }): HTMLElement {
  const status = element("span", { role: "status" });
  const csv = button("Save as CSV", `Save a .csv file with a row for ${name}`);
  csv.onclick = () => {
    const { title, columns } = figures();
    saveBlob(new Blob([csvOf(columns)], { type: "text/csv" }), `${fileName(title)}.csv`);
  };
  const copy = button("Copy as a table", `Copy a row for ${name}, for a spreadsheet or a document`);
  copy.onclick = async () => setText(status, (await copyTable(copyOf(figures().columns))) ? COPIED : NOT_COPIED);
  for (const made of [csv, copy]) made.classList.add("tdp-pill");
  const face = `A row for ${name}`;
  return element("div.tdp-take-along", { role: "group", "aria-label": face }, element("span", face), csv, copy, status);
}
