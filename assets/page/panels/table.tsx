/** The step as a table, for people who would rather read than look, by eye or by screen reader. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { GLYPHS } from "../run/status.ts";
import { Frame } from "../ui/frame.tsx";
import { cellText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { digits } from "../words/units.ts";
import { panelOf } from "./component.tsx";
import { tokenProps } from "./panel.ts";
import { COLUMNS, linesOf, probabilityText, sorted, tsv } from "./step-table.ts";
import type { Shown } from "./component.tsx";
import type { Column } from "./step-table.ts";

/** Rows are built once the step has been shown this long: a thousand of them cost more than a picture may. */
const SETTLED_MS = 150;
/** Room for a token's text, in pixels. */
const TOKEN_WIDTH = 120;

type Order = { by: Column; direction: 1 | -1 };

export const StepTable = panelOf((shown) => {
  const { recording, step, taste, version, chosen } = shown;
  const order = useSignal<Order>({ by: "position", direction: 1 });
  /** What the rows show. */
  const settled = useSignal<Shown | null>(null);
  const copied = useSignal("");
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const settling = setTimeout(() => (settled.value = recording.frames[step] ? shown : null), SETTLED_MS);
    return () => clearTimeout(settling);
  }, [version, step]);

  const sort = (by: Column) =>
    (order.value = { by, direction: by === order.value.by && order.value.direction === 1 ? -1 : 1 });
  const copy = async () => {
    const lines = sorted(linesOf(recording, step, taste), order.value.by, order.value.direction);
    try {
      await navigator.clipboard.writeText(tsv(lines, taste.unit));
      copied.value = `${lines.length} rows copied.`;
    } catch {
      // Pages that are not served securely have no clipboard. With the table selected, one key press copies it.
      getSelection()?.selectAllChildren(table.current as Node);
      copied.value = "This browser refuses; the table is selected, press Ctrl+C.";
    }
  };
  const tools = (
    <>
      <button type="button" onClick={copy}>
        Copy as TSV
      </button>
      <span class="tdp-copied" role="status">
        {copied}
      </span>
    </>
  );
  return (
    <Frame name="This step as a table" tools={tools}>
      <div class="tdp-scroller" tabIndex={0} role="region" aria-label="Table of the step">
        <table class="tdp-step-table" ref={table}>
          <caption>{settled.value && captionOf(settled.value)}</caption>
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th scope="col" aria-sort={name !== order.value.by ? "none" : DIRECTIONS[order.value.direction]}>
                  <button type="button" onClick={() => sort(name)}>
                    {name === "entropy" ? `${words(taste.terms).uncertainty}, ${taste.unit}` : name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {useMemo(
              () => settled.value && rowsOf(settled.value, order.value, chosen),
              [settled.value, order.value, chosen],
            )}
          </tbody>
        </table>
      </div>
    </Frame>
  );
});

const DIRECTIONS = { 1: "ascending", [-1]: "descending" } as const;

function captionOf({ recording, step, taste }: Shown): string {
  const { part, [taste.layer]: layer } = words(taste.terms);
  const frame = recording.frames[step];
  return `${part[0].toUpperCase()}${part.slice(1)} ${frame.block}, step ${frame.step}: ${layer}. Positions count from 0.`;
}

function rowsOf({ recording, step, taste, reader }: Shown, { by, direction }: Order, chosen: number | null) {
  const { top_probs: shares, argmax_ids } = recording.frames[step];
  const names = namesOf(wayOf(recording.header), taste.terms);
  const k = (shares?.length ?? 0) / argmax_ids.length;
  return sorted(linesOf(recording, step, taste), by, direction).map(
    ({ position, token, probability, entropy, status }) => (
      <tr
        key={position}
        data-position={position}
        aria-current={position === chosen || undefined}
        onClick={() => reader.choose(position)}
      >
        <th scope="row">
          <button type="button" title="Choose this position">
            {position}
          </button>
        </th>
        <td class="tdp-token" {...tokenProps(cellText(token), TOKEN_WIDTH)} />
        <td>{probabilityText(probability, shares ? shares[(position + 1) * k - 1] : NaN)}</td>
        <td>{digits(entropy, 3)}</td>
        <td>{`${GLYPHS[status]} ${names[status]}`}</td>
      </tr>
    ),
  );
}
