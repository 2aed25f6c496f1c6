/** A run's settings for use elsewhere: as Python code that makes it again. */

import { signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { copyText } from "../../dom/clipboard.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { isWritten } from "../../rules/knobs.ts";
import { foreignProblem } from "../../run/sentences.ts";
import { shortened } from "../../run/spec.ts";
import { Dialog, dialogIn } from "../../ui/dialog.tsx";
import { Pill } from "../../ui/pill.tsx";
import { pythonCode } from "./python-code.ts";
import { AS_CODE, notInPackage } from "./words.ts";
import type { Signal } from "@preact/signals";
import type { Knob } from "../../rules/knobs.ts";
import type { PartContext } from "../../page/places.ts";
import type { Recording } from "../../run/recording.ts";

export type CodePage = Pick<PartContext["page"], "form" | "lanes" | "player" | "root">;
/** A lane, or the only run, which has no letter. */
type Shown = { recording: Recording; letter: string; title: string };

const COPIED_MS = 2000;

/** @returns opens it for what the page shows then */
export function codeDialog(page: CodePage): () => void {
  const draw = dialogIn(page.root);
  const at = signal(0);
  addPluginStyle("code");
  return () => {
    at.value = 0;
    draw(<CodeDialog lanes={shownIn(page)} at={at} table={page.form.table} />).showModal();
  };
}

/** @returns the lanes, or the run that is shown */
function shownIn({ lanes, player: { recording } }: CodePage): Shown[] {
  const compared = lanes.shown().filter(({ recording: { frames, header } }) => frames.length > 0 && !header.source);
  return compared.length > 0 || recording === null ? compared : [{ recording, letter: "", title: "" }];
}

function CodeDialog({ lanes, at, table }: { lanes: Shown[]; at: Signal<number>; table: Knob[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog class="tdp-help-dialog tdp-code-dialog" name={AS_CODE} ref={dialog}>
      <div class="tdp-panel-head">
        <h2>{AS_CODE}</h2>
        <select
          aria-label="Run"
          hidden={lanes.length < 2}
          value={at.value}
          onChange={({ currentTarget }) => (at.value = currentTarget.selectedIndex)}
        >
          {lanes.map(({ letter, title }, at) => (
            <option value={at}>{`${letter} ${title}`}</option>
          ))}
        </select>
        <Pill hint="Close" onClick={() => dialog.current?.close()}>
          Close
        </Pill>
      </div>
      <div>{lanes.length > 0 && <Code recording={lanes[at.value].recording} table={table} />}</div>
    </Dialog>
  );
}

function Code({ recording: { header }, table }: { recording: Recording; table: Knob[] }) {
  const face = useSignal("Copy");
  const problem = header.source ? foreignProblem(header.source) : unknownIn(header.spec, table);
  if (problem) return <p role="alert">{problem}</p>;
  const code = pythonCode(shortened(header.spec, table), Boolean(header.spec.prompt.image_sha256));
  const copy = async () => {
    face.value = (await copyText(code)) ? "Copied" : "Select it and copy by hand";
    setTimeout(() => (face.value = "Copy"), COPIED_MS);
  };
  return (
    <section>
      <div class="tdp-panel-head">
        <h3>Python</h3>
        <Pill hint="Copy: Python" onClick={copy}>
          {face}
        </Pill>
      </div>
      <pre tabIndex={0}>{code}</pre>
    </section>
  );
}

/** @returns why the package cannot make such a run, or one that it branches from; "" if it can */
function unknownIn({ settings = {}, branch }: Record<string, any>, knobs: Knob[]): string {
  for (const [name, value] of Object.entries(settings)) {
    const knob = knobs.find((each) => each.name === name);
    const choices = Object.keys(knob?.choices ?? {});
    if (!knob || isWritten(value, [knob]) || (choices.length > 0 && !choices.includes(value as string)))
      return notInPackage(name, String(value));
  }
  return branch ? unknownIn(branch.parent, knobs) : "";
}
