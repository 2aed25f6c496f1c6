/** Runs of a study at one setting: what they show, in words, and a small canvas for each of them. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { plainText } from "../../words/glyphs.ts";
import { shadeOf, shades } from "../../cells/colour.ts";
import { wilson } from "../../rules/intervals.ts";
import { shareOf } from "./findings.ts";
import { differenceSentence, passesSentence, shareSentence } from "./sentences.ts";
import { surface } from "../../panels/panel.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Finding } from "./findings.ts";
import type { Result } from "../../run/study.ts";
import type { StudyRun, StudySetting } from "./settings.ts";

/** Cells in a line of a small canvas, and the most pixels of its height. */
const COLUMNS = 16;
const WIDTH = 64;
const MOST_HEIGHT = 64;

interface Look {
  theme: Theme;
  /** Shows a run. */
  open: (result: Result) => void;
}
interface SettingProps extends Look {
  setting: StudySetting;
  /** Of the first setting, if this is another one. */
  first: Finding | null;
}

export function Setting({ setting: { seeds, runs, finding, ...setting }, first, ...look }: SettingProps) {
  const name = `${seeds === "fresh" ? "Fresh seeds: " : ""}${setting.name}`;
  const { right: count, cases } = shareOf(finding);
  const known = finding.passes.size > 0;
  return (
    <section class="tdp-often-setting">
      {name !== "" && <h3>{name}</h3>}
      <p>{known && `${shareSentence(finding, cases > 0 ? wilson(count, cases) : null)} ${passesSentence(finding)}`}</p>
      <p class="tdp-hint">{known && first && differenceSentence(first, finding, "the first setting")}</p>
      <div class="tdp-often-runs" role="group" aria-label={name === "" ? "Runs" : `Runs, ${name}`}>
        {runs.map((run) => (
          <Run key={run.result.name} run={run} {...look} />
        ))}
      </div>
    </section>
  );
}

function Run({ run: { result, right }, theme, open }: Look & { run: StudyRun }) {
  const { seed, passes, sentence, text, uncertainty, verdict } = result;
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => draw(canvas.current as HTMLCanvasElement, uncertainty, theme), [uncertainty, theme]);
  const failed = sentence !== "";
  const outcome = failed ? "failed" : right === undefined ? "" : right ? "right" : "wrong";
  const sign = right === undefined ? "" : right ? "✓ " : "✗ ";
  const about = sentence || verdict?.sentence || "";
  return (
    <button
      type="button"
      title={plainText(`Seed ${seed}${about && `: ${about}`}. ${text}`.slice(0, 300))}
      aria-label={[`Seed ${seed}`, sentence || `${passes} passes`, outcome].filter(Boolean).join(", ")}
      data-seed={seed}
      data-said={outcome}
      disabled={failed}
      onClick={() => open(result)}
    >
      <canvas aria-hidden="true" ref={canvas} />
      <span>{failed ? "failed" : `${sign}${passes}`}</span>
    </button>
  );
}

/** @param uncertainty in nats, of each position of the text */
function draw(canvas: HTMLCanvasElement, uncertainty: Float32Array, theme: Theme) {
  const lines = Math.max(Math.ceil(uncertainty.length / COLUMNS), 1);
  const [wide, high] = [WIDTH / COLUMNS, Math.min(4, MOST_HEIGHT / lines)];
  canvas.style.width = `${WIDTH}px`;
  canvas.style.height = `${lines * high}px`;
  const context = surface(canvas, WIDTH, lines * high);
  const palette = shades(theme);
  uncertainty.forEach((nats, at) => {
    context.fillStyle = palette[shadeOf(nats)].fill;
    context.fillRect((at % COLUMNS) * wide, Math.floor(at / COLUMNS) * high, wide, high);
  });
}
