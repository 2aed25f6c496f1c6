/** The map: passes against share right at the settings that were measured, with the present ones as a dot that the reader moves. */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { EMPTY, UNJUDGED, markFigures, markName, tellSentence } from "./sentences.ts";
import { settingKey, shippedMarks, studyMarks } from "./marks.ts";
import { promptName } from "../../run/titles.ts";
import { Button } from "../../ui/button.tsx";
import { Frame } from "../../ui/frame.tsx";
import { Progress } from "../often/progress.tsx";
import { quoted } from "../../words/quoted.ts";
import { BeginStop } from "../often/begin-stop.tsx";
import { tabOf } from "../often/tab.tsx";
import { mapMarks } from "./figures.ts";
import { MapChart } from "./chart.tsx";
import { MarkTable } from "./mark-table.tsx";
import { useMeasured } from "./measured.ts";
import { groupsOf } from "./plot.ts";
import { useStudies } from "../often/follow.ts";
import { TakeAlong } from "../../panels/take-along.tsx";
import type { Studies } from "../often/studies.ts";
import type { Mark } from "./marks.ts";

const SEEDS = 16;

export const tray = tabOf(
  ({ recording, theme, page, plotly }) => {
    const { knobs, table } = page;
    const [measured, choose] = useMeasured(page, recording.header.spec.prompt.text);
    const { kind, kinds, known } = measured;
    const { studies, changes } = useStudies(page);
    /** How many when the last run had arrived. */
    const settled = useRef(changes);
    if (!studies.busy) settled.current = changes;
    const form = knobs.values;
    const shipped = knobs.shipped.value ?? form;
    const nameOf = ({ settings }: Pick<Mark, "settings">) => markName(settings, shipped, table);

    const [marks, groups] = useMemo(() => {
      const { prompt, sweeps, card } = measured;
      const theirs = kind === "" ? [] : shippedMarks(kind, sweeps, card, shipped, table);
      const studied = studies.all.filter(({ request }) => request.spec.prompt.text === prompt);
      const yours = studied.flatMap(studyMarks);
      return [[...theirs, ...yours], groupsOf(theirs, yours, nameOf)];
    }, [measured, studies, settled.current]);
    const key = settingKey(form, table);
    const [here, tells] = useMemo(() => {
      // The reader's own runs come last, and are of the very prompt.
      const here = marks.findLast(({ settings }) => settingKey(settings, table) === key) ?? null;
      return [here, here && tellSentence(here, marks)];
    }, [marks, key]);
    const place = nameOf({ settings: form });
    const about = `${place}: ${here ? markFigures(here) : "not measured yet, so the dot waits in the corner"}`;
    const empty = known && marks.length === 0;
    /** What the reader pressed, or drags the dot to. */
    const pressed = useSignal<Mark | null>(null);
    const looked = marks.find((mark) => mark === pressed.value);
    const use = (mark: Mark) => {
      pressed.value = null;
      page.adopt(mark.settings);
    };

    const all = useMemo(() => <MarkTable {...{ marks, nameOf, use }} />, [marks]);
    const menu = kinds.length > 0 && (
      <select aria-label="What was measured" value={kind} onChange={(event) => choose(event.currentTarget.value)}>
        {kinds.map((kind) => (
          <option value={kind}>{kind}</option>
        ))}
      </select>
    );
    return (
      <Frame name="Map" tools={menu}>
        <p class="tdp-hint">
          How few passes, and still right? Up and to the left is better. The number at a mark is its budget in nats.
        </p>
        {empty && <p>{EMPTY}</p>}
        <div class="tdp-map">
          <MapChart
            groups={groups}
            here={here}
            about={about}
            theme={theme}
            hidden={empty}
            plotly={plotly}
            use={use}
            look={(mark) => (pressed.value = mark)}
            text={(mark) => `${nameOf(mark)}<br>${markFigures(mark)}${mark.yours ? "<br>yours" : ""}`}
          />
          <div class="tdp-map-side">
            <h3>You are here</h3>
            <p>{about}.</p>
            <div class="tdp-map-row">
              <BeginStop
                name={`${SEEDS} seeds here`}
                class="tdp-map-run"
                hint="Make this run with 16 seeds at your settings, and put the result on the map"
                busy={studies.busy}
                begin={() => studies.ask(SEEDS, "", "", knobs.values)}
                stop={() => studies.stop()}
              />
            </div>
            <Progress class="tdp-hint" sentence={progressSentence(studies)} share={studies.share} />
            <p role="status">{tells}</p>
            {looked && (
              <div class="tdp-map-mark">
                <b>{nameOf(looked)}</b>
                <p>{`${markFigures(looked)}${looked.yours ? `, on ${quoted(promptName(looked.subject))}` : ""}.`}</p>
                <Button
                  face="Use this setting"
                  hint="Put the settings of this mark into the form"
                  onClick={() => use(looked)}
                />
              </div>
            )}
          </div>
        </div>
        <details class="tdp-more">
          <summary>All marks as a table</summary>
          {all}
        </details>
        {marks.length > 0 && (
          <TakeAlong name="each mark" figures={() => ({ title: `map, ${kind}`, columns: mapMarks(marks) })} />
        )}
      </Frame>
    );
  },
  "often_map",
  "map",
);

function progressSentence({ share, sentence, arrived, total, waiting, results }: Studies): string {
  const news = sentence || waiting;
  if (news !== "" || share !== null) return news || `${arrived} of ${total} runs are done.`;
  const done = [...results.values()];
  return done.length > 0 && done.every(({ verdict }) => verdict === null) ? UNJUDGED : "";
}
