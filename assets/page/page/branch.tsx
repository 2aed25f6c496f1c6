/** What should be different from a step on: luck, the sampler and what it goes by, and the word in the chosen cell. */

import { useSignal } from "@preact/signals";
import { anySeed } from "../rules/knobs.ts";
import { wayOf } from "../rules/ways.ts";
import { placeOf } from "../run/lanes.ts";
import { NumberField } from "../ui/number-field.tsx";
import { Pill } from "../ui/pill.tsx";
import { Switch } from "../ui/switch.tsx";
import { cellText } from "../words/glyphs.ts";
import { branchOf, changesOf, specOf } from "./branching.ts";
import { KnobRow } from "./knob-row.tsx";
import { wordAt } from "./word-at.ts";
import type { MadeRun } from "./address.ts";
import type { Origin, Word } from "./branching.ts";
import type { Tokens } from "./hand.tsx";
import type { Knobs } from "./knobs.ts";

const NOTHING = "Nothing is changed yet: the branch would be the same run again.";
const NO_CELL = "Choose a cell first to put another word there.";
const LAST = "This step is the last of its part: no word can be put there any more.";
const PAST = "This text would go past the end of the canvas.";
const STAYS = { held: "held", once: "put in once" };

interface Props {
  tokens: (text: string) => Promise<Tokens>;
  /** `word`: with another word in a cell? */
  make: (run: MadeRun, word: boolean) => void;
  origin: Origin;
  knobs: Knobs;
  close: () => void;
}

export function Branch({ origin, knobs, tokens, make, close }: Props) {
  const { recording, moment, chosen } = origin;
  const { block, step } = placeOf(recording, moment);
  const frame = recording.frames[recording.moments[moment].step];
  const word = useSignal<Word>({ text: "", ids: null, held: true });
  /** Why the word cannot be had. */
  const refused = useSignal("");
  /** Why the branch with these changes could not be made. */
  const failed = useSignal({ changes: "", why: "" });
  const read = async (text: string) => {
    word.value = { ...word.value, text, ids: null };
    refused.value = "";
    if (text.trim() === "" || chosen === null) return;
    const { ids = null, refused: why = "" } = await tokens(wordAt(recording, frame, chosen, text));
    if (word.value.text !== text) return; // the reader has typed on
    const past = ids !== null && chosen + ids.length > recording.header.canvas_length;
    refused.value = past ? PAST : why;
    word.value = { ...word.value, ids: past ? null : ids };
  };
  const go = () => {
    const run = branchOf(origin, specOf(origin, knobs, word.value));
    if (typeof run === "string") return void (failed.value = { changes, why: run });
    close();
    make(run, ids !== null);
  };

  const { text, ids, held } = word.value;
  const problem = knobs.problem || refused.value;
  const changes = changesOf(origin, knobs, word.value).join(", ");
  const late = step > 0 && frame.stopReason !== "";
  const name = recording.tokens.get(frame[step === 0 ? "input_ids" : "sampled_ids"][chosen ?? 0]) ?? "";
  const why = failed.value.changes === changes ? failed.value.why : "";
  return (
    <>
      <div class="tdp-panel-head">
        <h2>{`Branch ${step === 0 ? "from the noise" : `after step ${step}`}${block > 1 ? ` of part ${block}` : ""}`}</h2>
        <Pill face="Close" hint="Close (Esc)" onClick={close} />
      </div>
      <p class="tdp-hint">Up to here the branch is the same run. What should be different from here on?</p>
      <div class="tdp-knobs">
        <div class="tdp-knob">
          <span class="tdp-knob-name">Luck</span>
          <Pill hint="Another seed, drawn at random" autoFocus onClick={() => (knobs.seed.value = anySeed())}>
            ⚄ other luck
          </Pill>
          <NumberField
            name="Luck: the seed"
            most={knobs.mostSeed}
            value={knobs.seed.value}
            change={(seed) => (knobs.seed.value = seed)}
          />
        </div>
        {knobs.table.map((knob) => (
          <KnobRow {...{ knobs, knob }} hidden={!knobs.has(knob)} prefix="branch-" />
        ))}
        <div class="tdp-knob" hidden={wayOf(recording.header).causal}>
          <span class="tdp-knob-name">This word</span>
          <span>{chosen === null ? NO_CELL : late ? LAST : `“${cellText(name)}” at position ${chosen} becomes`}</span>
          <input
            type="text"
            dir="auto"
            maxLength={400}
            autocomplete="off"
            spellcheck={false}
            aria-label={`Another word at position ${chosen}`}
            hidden={chosen === null || late}
            value={text}
            onInput={({ currentTarget }) => read(currentTarget.value)}
          />
          <Switch
            name="How long the word stays"
            options={STAYS}
            chosen={held ? "held" : "once"}
            choose={(stays) => (word.value = { ...word.value, held: stays === "held" })}
          />
        </div>
      </div>
      <p role="status">{why || problem || (changes === "" ? NOTHING : `From here on: ${changes}.`)}</p>
      <Pill
        face="Branch"
        class="tdp-pill tdp-branch-go"
        hint="Make the branch, in a lane beside this run"
        disabled={problem !== "" || changes === "" || (text !== "" && ids === null)}
        onClick={go}
      />
    </>
  );
}
