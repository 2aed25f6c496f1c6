/** The figures of a panel to take along: saved as a file, or copied as a table. */

import { useSignal } from "@preact/signals";
import { copyTable } from "../dom/clipboard.ts";
import { copyOf, csvOf } from "../dom/csv.ts";
import { fileName, saveBlob } from "../dom/saving.ts";
import { Pill } from "../ui/pill.tsx";
import type { Column } from "../dom/csv.ts";

const COPIED = "Copied.";
const NOT_COPIED = "This browser does not let the page copy; save the file.";

/** `name` is that of what a row stands for, such as "each run"; `figures` are as they are now, and what the file is called. */
export function TakeAlong({ name, figures }: { name: string; figures: () => { title: string; columns: Column[] } }) {
  const status = useSignal("");
  const save = () => {
    const { title, columns } = figures();
    saveBlob(new Blob([csvOf(columns)], { type: "text/csv" }), `${fileName(title)}.csv`);
  };
  const copy = async () => (status.value = (await copyTable(copyOf(figures().columns))) ? COPIED : NOT_COPIED);
  const face = `A row for ${name}`;
  return (
    <div class="tdp-take-along" role="group" aria-label={face}>
      <span>{face}</span>
      <Pill hint={`Save a .csv file with a row for ${name}`} onClick={save}>
        Save as CSV
      </Pill>
      <Pill hint={`Copy a row for ${name}, for a spreadsheet or a document`} onClick={copy}>
        Copy as a table
      </Pill>
      <span role="status">{status}</span>
    </div>
  );
}
