/** The chosen position through the steps of its block, and what more can be asked of it. */

import { signal, useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { element } from "../dom/elements.ts";
import { historySentence } from "../rules/explain.ts";
import { historyOf } from "../run/history.ts";
import { words } from "../words/terms.ts";
import { panelOf } from "./component.tsx";
import { HistoryTable } from "./history-table.tsx";
import { StepStrip } from "./step-strip.tsx";
import type { Reader } from "../player/panel.ts";
import type { Shown } from "./component.tsx";

function StepByStep(shown: Shown) {
  const { recording, taste, version, step, chosen, pinned, reader } = shown;
  const open = useSignal(false);
  const frame = recording.frames[step];
  const moments = useMemo(
    () => (chosen === null || frame === undefined ? [] : historyOf(recording, step, chosen)),
    [version, chosen, frame?.block, recording.frames.length],
  );
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
                  <p class="tdp-summary">
                    {historySentence(
                      moments.filter(({ at }) => at <= step),
                      words(taste.terms).part,
                    )}
                  </p>
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
      <LookInside {...shown} />
    </>
  );
}

/** The server computes the step again; fetched when it is first asked for. Another step or position takes it back. */
function LookInside({ recording, taste, step, chosen, reader: { inside } }: Shown) {
  const Inside = useRef<typeof import("./inside.tsx").Inside>(null);
  const place = `${recording.run} ${recording.header.spec.seed} ${recording.frames.length} ${step} ${chosen}`;
  /** How often, at this place. */
  const pressed = useMemo(() => signal(0), [place]);
  const look = async () => {
    Inside.current = (await import("./inside.tsx")).Inside;
    pressed.value += 1;
  };
  return (
    <>
      <button
        type="button"
        class="tdp-pill tdp-look-inside"
        title="Every token that it might be, and where it looks: the server computes this step again"
        hidden={recording.live || inside === null}
        onClick={look}
      >
        Look inside
      </button>
      {pressed.value > 0 && Inside.current && inside && chosen !== null && (
        <Inside.current
          key={`${place} ${pressed.value}`}
          unit={taste.unit}
          position={chosen}
          layout={inside.layout()}
          {...{ inside, recording, step }}
        />
      )}
    </>
  );
}

/** Below it in its panel, the page adds a row for holding a text. */
export class History extends panelOf(StepByStep) {
  constructor(root: HTMLElement, reader: Reader) {
    const place = element("div");
    root.classList.add("tdp-panel");
    root.prepend(place);
    super(place, reader);
  }
}
