/** The tab: a text with slots, read in each way of writing, beside what runs write there. */

import { useEffect, useMemo } from "preact/hooks";
import { freshId } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { filled } from "../../ui/filled.ts";
import { Pill } from "../../ui/pill.tsx";
import { useTurns } from "../../ui/turns.ts";
import { plainText } from "../../words/glyphs.ts";
import { NAMES, RUNS, Reading } from "./reading.ts";
import { Reliability } from "./reliability.tsx";
import { Slot } from "./slot.tsx";
import { bySlot } from "./slots.ts";
import { templateOf } from "./template.tsx";
import type { Signal } from "@preact/signals";
import type { TrayContext } from "../../page/places.ts";
import type { Recording } from "../../run/recording.ts";
import type { Measured } from "./reliability.tsx";

const HINT =
  "A slot is a gap with labels: ____{happy|sad}, ____{0-12}, or ____{word} for any token. The text around it is held; one pass gives each label a probability. Nothing in it is calibrated: let runs write, and compare.";

export function tray(place: HTMLElement, context: TrayContext) {
  const { config, page } = context;
  const template = templateOf(page.root);
  addPluginStyle("read");
  place.classList.add("tdp-read");
  return filled(place, context, () => (
    <Tab recording={context.recording} template={template} measured={config.reliability} />
  ));
}

interface Props {
  /** The run that is shown: its prompt is what the text answers. */
  recording: Recording;
  template: Signal<string>;
  /** Nothing where nobody measured. */
  measured?: Measured;
}

function Tab({ recording, template, measured }: Props) {
  const { prompt, model, seed } = recording.header.spec;
  const id = useMemo(() => freshId("read"), []);
  const reading = useMemo(() => new Reading(), []);
  const busy = reading.work.value !== null;
  const [begin, stop] = useTurns(busy);
  useEffect(() => () => reading.stop(), []);
  const read = () => reading.read({ template: template.value, prompt: prompt.text, model, seed });
  return (
    <>
      <p class="tdp-hint">{HINT}</p>
      <label for={id}>Text with slots</label>
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        dir="auto"
        value={template}
        onInput={({ currentTarget }) => (template.value = currentTarget.value)}
      />
      <p class="tdp-hint">
        {`As an answer to “${plainText(prompt.text)}”, the prompt of the run that is shown${model ? `, by ${plainText(model)}` : ""}.`}
      </p>
      <div class="tdp-read-buttons">
        <Pill hint="Read the labels of the slots, in each way of writing" {...begin} onClick={read}>
          Read
        </Pill>
        <Pill
          hint="Count what runs with other seeds write into the slots"
          disabled={busy || reading.writers.value.length === 0}
          onClick={() => reading.write()}
        >
          {`Let ${RUNS} runs write`}
        </Pill>
        <Pill hint="Stop what goes on" {...stop} onClick={() => reading.stop()}>
          Stop
        </Pill>
      </div>
      <p class="tdp-hint" role="status">
        {reading.status}
      </p>
      <div class="tdp-read-ways">
        {reading.ways.value.map(({ name, rows }) => (
          <section>
            <h4>{NAMES[name]}</h4>
            {bySlot(rows).map((all) => (
              <Slot all={all} />
            ))}
          </section>
        ))}
      </div>
      {measured && <Reliability measured={measured} />}
    </>
  );
}
