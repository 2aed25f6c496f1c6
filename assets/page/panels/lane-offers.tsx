/** What can be put beside the run that is shown, and making all lanes again. */

import { useRef } from "preact/hooks";
import { Pill } from "../ui/pill.tsx";
import type { TargetedSubmitEvent } from "preact";
import type { Adding } from "../player/actions.ts";

/** What a choice is called before one is made. */
const CALLED: Record<string, string> = { way: "way of writing", sampler: "sampler", schedule: "schedule" };

/** The second one makes each lane alone. */
const AGAIN = [
  ["together", "Make all lanes again, in shared passes where they can share them"],
  [
    "one after the other",
    "Make all lanes again, each with its passes for itself, so that their seconds can be compared",
  ],
];

/** `full` says why no more can be added; "" if they can. */
export function LaneOffers({ adding, full }: { adding: Adding; full: string }) {
  const [prompt, picker] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = prompt.current as HTMLInputElement;
    if (field.value.trim() === "") return field.focus();
    adding.add("prompt", field.value);
    field.value = "";
  };
  return (
    <div>
      <h3>Add a lane</h3>
      <fieldset class="tdp-lane-offers" disabled={full !== ""}>
        {adding.offers.map(([kind, name, hint]) => (
          <Pill data-kind={kind} hint={hint} onClick={() => adding.add(kind)}>
            {name}
          </Pill>
        ))}
        {adding.choices().map(({ kind, others }) => (
          <select
            key={kind}
            class="tdp-pill"
            data-kind={kind}
            aria-label={`A lane with another ${CALLED[kind]}`}
            onChange={({ currentTarget }) => {
              adding.add(kind, currentTarget.value);
              currentTarget.value = "";
            }}
          >
            <option value="">{`${CALLED[kind]} …`}</option>
            {others.map(([value, means]) => (
              <option value={value} title={means}>
                {value.replaceAll("-", " ")}
              </option>
            ))}
          </select>
        ))}
        <Pill hint="Open a .trace file from this computer beside this run" onClick={() => picker.current?.click()}>
          a trace file
        </Pill>
        <input
          ref={picker}
          type="file"
          accept=".trace"
          hidden
          aria-label="Trace file for a lane"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) adding.file(file);
            currentTarget.value = "";
          }}
        />
        <form class="tdp-lane-prompt" onSubmit={submit}>
          <input
            ref={prompt}
            type="text"
            dir="auto"
            aria-label="A lane with another prompt"
            placeholder="another prompt"
            autocomplete="off"
            data-kind="prompt"
          />
          <button type="submit" class="tdp-pill" title="Add a lane with this prompt, the same seed and settings">
            Add
          </button>
        </form>
      </fieldset>
      <p class="tdp-hint">{full}</p>
    </div>
  );
}

/** What is wanted less often. */
export function MoreOffers({ adding, several }: { adding: Adding; several: boolean }) {
  return (
    <div class="tdp-lane-again" hidden={!several}>
      <h3>Make all again</h3>
      <div class="tdp-lane-offers">
        {AGAIN.map(([name, hint], at) => (
          <Pill hint={hint} onClick={() => adding.again(at === 1)}>
            {name}
          </Pill>
        ))}
      </div>
    </div>
  );
}
