/** The form of tables. What makes one comes when it is first wanted. */

import { useSignal } from "@preact/signals";
import { filled } from "../../ui/filled.ts";
import { Switch } from "../../ui/switch.tsx";
import type { FormsContext } from "../../page/places.ts";

const HINT = "For pandas, DuckDB or a spreadsheet; a .csv leaves out the most probable tokens too";
const KINDS = { csv: ".csv", parquet: ".parquet" };
const ROWS = { positions: "per position", steps: "per step" };

export const forms = (place: HTMLElement, context: FormsContext) =>
  filled(place, context, () => <Forms {...context} />);

function Forms({ recordings, save }: FormsContext) {
  const kind = useSignal<keyof typeof KINDS>("csv");
  const rows = useSignal<keyof typeof ROWS>("positions");
  const make = () =>
    save(async (shown) => {
      const [form, steps] = [kind.value, rows.value === "steps"];
      const [runs, { positionsOf, stepsOf }] = await Promise.all([recordings(shown), import("./table.ts")]);
      const columns = steps ? stepsOf(runs) : positionsOf(runs);
      const name = `${runs[0].name}${steps ? ".steps" : ""}.${form}`;
      if (form === "csv") {
        const { csvOf } = await import("../../dom/csv.ts");
        return { name, blob: new Blob([csvOf(columns)], { type: "text/csv" }) };
      }
      const { parquetOf } = await import("./parquet.ts");
      return { name, blob: new Blob([parquetOf(columns, runs)], { type: "application/vnd.apache.parquet" }) };
    });
  return (
    <>
      <button type="button" title={HINT} data-form="table" onClick={make}>
        Table
      </button>
      <div class="tdp-share-looks">
        <Switch name="Kind of table" options={KINDS} chosen={kind.value} choose={(next) => (kind.value = next)} />
        <Switch name="A row for" options={ROWS} chosen={rows.value} choose={(next) => (rows.value = next)} />
      </div>
    </>
  );
}
