/** "How often?": the run that is shown with many seeds, at one setting or several, and what all of them show. */

import { useLayoutEffect, useMemo } from "preact/hooks";
import { offerSentence } from "./sentences.ts";
import { settingsOf } from "./settings.ts";
import { promptName } from "../../run/titles.ts";
import { Button } from "../../ui/button.tsx";
import { Frame } from "../../ui/frame.tsx";
import { Progress } from "./progress.tsx";
import { quoted } from "../../words/quoted.ts";
import { tabOf } from "./tab.tsx";
import { studyRuns, studySettings } from "./figures.ts";
import { OftenAsk } from "./ask.tsx";
import { OftenCharts } from "./charts.tsx";
import { OftenMeasure } from "./measure.tsx";
import { useJudged, useMeasure } from "./right.ts";
import { Setting } from "./setting.tsx";
import { OftenWish } from "./wish.tsx";
import { useStudies } from "./follow.ts";
import { TakeAlong } from "../../panels/take-along.tsx";
import type { Studies } from "./studies.ts";
import type { Result } from "../../run/study.ts";
import type { Shown } from "./tab.tsx";
import type { Measure } from "./right.ts";

/** It follows the runs, and not the step. */
export const tray = tabOf((shown) => {
  const { lanes } = shown.page;
  return useMemo(() => <ManySeeds {...shown} />, [shown.version, lanes.beside]);
}, "often");

function ManySeeds({ recording, theme, version, page, plotly }: Shown) {
  const { studies, changes, changed } = useStudies(page);
  const { request, offered, results, busy } = studies;
  const spec = request?.spec ?? recording.header.spec;
  const { measure, ruled } = useMeasure(page, studies, offered?.spec ?? spec);
  useLayoutEffect(() => studies.hear()); // after what counts as right is known
  const { right, sentence } = useJudged(studies, measure, recording, [changes, version]);
  const { same, fresh } = useMemo(() => settingsOf(studies, right), [changes, right]);
  const prompt = quoted(promptName(spec.prompt.text));
  const about = request
    ? `${prompt}, seeds ${spec.seed} to ${spec.seed + request.seeds - 1}.`
    : `One run proves little. Run ${prompt} with other seeds, all together.`;
  const open = (result: Result) => studies.open(result);
  const judgeBy = (measure: Measure) => {
    studies.measure = measure;
    changed();
  };
  const figures = (title: string, of: typeof studyRuns) => () => ({
    title: `how often, ${title}`,
    columns: request ? of({ ...request, measure }, [...same, ...fresh]) : [],
  });
  return (
    <Frame name="How often?">
      <p class="tdp-hint">
        {`${about} Each small canvas is a run, in the colours of uncertainty on the way: press it to open it.`}
      </p>
      <div class="tdp-often-row tdp-often-offered" role="status" hidden={offered === null}>
        <p>{offered && offerSentence(offered)}</p>
        <Button
          face="Make them again"
          hint="Run all of them, with the same seeds and settings"
          onClick={() => studies.make()}
        />
      </div>
      <div>
        <OftenAsk knobs={page.table} request={offered ?? request} {...{ studies, busy }} />
        <OftenMeasure measure={measure} ruled={ruled} judgeBy={judgeBy} />
      </div>
      <p class="tdp-often-said" role="alert">
        {sentence || studies.sentence}
      </p>
      <div>
        <Progress class="tdp-often-status" sentence={statusOf(studies)} share={studies.share} />
      </div>
      <OftenCharts settings={same} {...{ plotly, theme, busy, open }} />
      <OftenWish {...{ studies, busy, same, fresh }} />
      <div hidden={results.size === 0}>
        <TakeAlong name="each run" figures={figures("runs", studyRuns)} />
        <TakeAlong name="each setting" figures={figures("settings", studySettings)} />
      </div>
      {[fresh, same].map((settings) => (
        <div class="tdp-often-settings">
          {settings.map((setting) => (
            <Setting
              key={setting.change}
              first={setting.seeds === "same" && setting.change > 0 ? same[0].finding : null}
              {...{ setting, theme, open }}
            />
          ))}
        </div>
      ))}
    </Frame>
  );
}

function statusOf({ request, busy, waiting, arrived, total, checking }: Studies): string {
  if (request === null) return "";
  if (waiting) return waiting;
  if (busy) return `${arrived} of ${total} ${checking === null ? "runs" : "runs on fresh seeds"} are done.`;
  if (checking !== null) return "";
  const wanted = request.seeds * request.values.length;
  return `${arrived < wanted ? "Stopped: " : ""}${arrived} of ${wanted} runs are done.`;
}
