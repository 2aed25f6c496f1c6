/** Tables, in the Share menu. What makes one comes when it is first wanted. */

import { button, element, switchOf } from "../../dom/elements.ts";
import type { FormsContext } from "../../page/places.ts";

export function forms(place: HTMLElement, { recordings, save }: FormsContext) {
  const looks = { kind: "csv", rows: "positions" };
  const choose = (name: keyof typeof looks) => (value: string) => (looks[name] = value);
  const table = button("Table", "For pandas, DuckDB or a spreadsheet; a .csv leaves out the most probable tokens too");
  table.dataset.form = "table";
  table.onclick = () =>
    save(async (shown) => {
      const { kind, rows } = looks;
      const [runs, { positionsOf, stepsOf }] = await Promise.all([recordings(shown), import("./table.ts")]);
      const columns = rows === "steps" ? stepsOf(runs) : positionsOf(runs);
      const name = `${runs[0].name}${rows === "steps" ? ".steps" : ""}.${kind}`;
      if (kind === "csv") {
        const { csvOf } = await import("../../dom/csv.ts");
        return { name, blob: new Blob([csvOf(columns)], { type: "text/csv" }) };
      }
      const { parquetOf } = await import("./parquet.ts");
      return { name, blob: new Blob([parquetOf(columns, runs)], { type: "application/vnd.apache.parquet" }) };
    });
  place.append(
    table,
    element(
      "div.tdp-share-looks",
      switchOf("Kind of table", { csv: ".csv", parquet: ".parquet" }, choose("kind")),
      switchOf("A row for", { positions: "per position", steps: "per step" }, choose("rows")),
    ),
  );
  return () => place.replaceChildren();
}
