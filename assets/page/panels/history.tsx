/** The chosen position through the steps of its block, and what more can be asked of it. */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { historySentence } from "../rules/explain.ts";
import { historyOf } from "../run/history.ts";
import { Added } from "../ui/added.tsx";
import { made } from "../ui/made.ts";
import { words } from "../words/terms.ts";
import { panelOf } from "./component.tsx";
import { HistoryTable } from "./history-table.tsx";
import { StepStrip } from "./step-strip.tsx";
import type { Reader } from "../player/panel.ts";
import type { Shown } from "./component.tsx";

function StepByStep(shown: Shown) {
  const { recording, taste, version, step, chosen, pinned, picture, reader } = shown;
  const latest = useRef(shown);
  latest.current = shown;
  const open = useSignal(false);
  const frame = recording.frames[step];
  const moments = useMemo(
    () => (chosen === null || frame === undefined ? [] : historyOf(recording, step, chosen)),
    [version, chosen, frame?.block, recording.frames.length],
  );
  const past = moments.filter(({ at }) => at <= step);
  const drawn = { ...shown, moments, at: step - moments[0]?.at };
  return (
    <>
      <h2>Step by step</h2>
      {moments.length > 0 && (
        <>
          <StepStrip
            {...drawn}
            name={`Uncertainty of position ${chosen} at each of ${moments.length} steps; the table has the figures`}
          />
          <div class="tdp-card-foot">
            <details
              class="tdp-more"
              open={open.value}
              onToggle={({ currentTarget }) => (open.value = currentTarget.open)}
            >
              <summary>All its figures</summary>
              {open.value && (
                <>
                  <p class="tdp-summary">{historySentence(past, words(taste.terms).part)}</p>
                  <HistoryTable {...drawn} />
                </>
              )}
            </details>
            <button
              type="button"
              class="tdp-compare"
              aria-pressed={pinned !== null}
              title="Keep this position and choose a second one"
              onClick={() => reader.pin(pinned === null ? chosen : null)}
            >
              Compare with a cell
            </button>
          </div>
        </>
      )}
      <Added
        fill={(place, { listen }) => reader.position?.(place, { now: () => latest.current, listen })}
        changes={[picture]}
      />
    </>
  );
}

/** Below it in its panel, the page adds a row for holding a text. */
export class History extends panelOf(StepByStep) {
  constructor(root: HTMLElement, reader: Reader) {
    const place = made(<div />);
    root.classList.add("tdp-panel");
    root.prepend(place);
    super(place, reader);
  }
}
