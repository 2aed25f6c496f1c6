/** One run in the menu of runs: its name, what is known of it, and what can be done with it. */

import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { passesOf } from "../run/recording.ts";
import { Button } from "../ui/button.tsx";
import { MOST_TITLE } from "./stored-run.ts";
import type { RunItem } from "./run-list.ts";
import type { RunMenu } from "./run-menu.tsx";

interface Props {
  menu: RunMenu;
  item: RunItem;
  /** How many runs it branches from, one from the other. */
  depth: number;
  /** Another object after each change of the runs. */
  listed: object;
}

const WHEN = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export function RunEntry({ menu, item, depth }: Props) {
  const { library, page, current } = menu;
  const { about, face, title, prompt, whole } = item;
  const [opened, renaming] = [useSignal(false), useSignal(false)];
  const main = useRef<HTMLButtonElement>(null);
  const facts = factsOf(item);
  const verdict = about?.verdict ?? item.recording?.verdict;
  const tabIndex = useComputed(() => (current.value === item ? 0 : -1));
  const name = about?.given || face;
  const leave = (title: string) => {
    if (!renaming.value) return;
    renaming.value = false;
    if (title.trim() !== name) library.change(item, { given: title.trim() });
  };
  const act = (name: string, press: () => void) => (
    <Button face={name} tabIndex={tabIndex} aria-label={`${name}: ${title}`} onClick={press} />
  );
  useLayoutEffect(() => (renaming.value ? () => main.current?.focus() : undefined), [renaming.value]);
  return (
    <li
      class="tdp-run-entry"
      data-depth={depth > 0 ? Math.min(depth, 4) : undefined}
      onFocusIn={() => (current.value = item)}
    >
      {renaming.value ? (
        <NameField {...{ name, leave }} />
      ) : (
        <Button
          class="tdp-run-main"
          ref={main}
          tabIndex={tabIndex}
          hint={title}
          aria-label={`Show ${[title, ...facts, ...(verdict ? [verdict.sentence] : [])].join(", ")}`}
          aria-current={item === page.runList.shown || undefined}
          onClick={(event) => menu.choose(item, event)}
        >
          <span class="tdp-run-face" dir="auto">
            {face}
            {verdict && <span title={verdict.sentence}>{verdict.right ? " ✓" : " ✗"}</span>}
          </span>
          <span class="tdp-run-facts" dir="auto">
            {[...facts, prompt].filter(Boolean).join(" · ")}
          </span>
        </Button>
      )}
      {about && (
        <Button
          face={about.star ? "★" : "☆"}
          class="tdp-run-star"
          tabIndex={tabIndex}
          aria-pressed={about.star}
          aria-label={`Star: ${title}`}
          onClick={() => library.change(item, { star: !about.star })}
        />
      )}
      <Button
        face="⋯"
        class="tdp-run-more"
        tabIndex={tabIndex}
        aria-expanded={opened}
        aria-label={`More about ${title}`}
        onClick={() => (opened.value = !opened.value)}
      />
      <div class="tdp-run-actions" role="group" aria-label={title} hidden={!opened.value}>
        {act("Compare", () => page.lanes.take(item).then(menu.close))}
        {act("Use these settings", () => page.use(item).then(menu.close, menu.say))}
        {about && act("Rename", () => (renaming.value = true))}
        {whole && act("Save", () => page.runList.save(item, menu.say))}
        {about && whole && act("Delete", () => menu.remove(item))}
      </div>
    </li>
  );
}

/** Takes the place of the name. Enter or leaving it renames, Escape does not. */
const NameField = ({ name, leave }: { name: string; leave: (title: string) => void }) => (
  <input
    type="text"
    class="tdp-run-field"
    dir="auto"
    maxLength={MOST_TITLE}
    aria-label={`New name of ${name}`}
    placeholder="Empty: named by what differs"
    defaultValue={name}
    ref={begin}
    onKeyDown={(event) => {
      if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
      event.preventDefault(); // Escape would close the menu
      event.stopPropagation();
      leave(event.key === "Enter" ? event.currentTarget.value : name);
    }}
    onBlur={({ currentTarget }) => leave(currentTarget.value)}
  />
);

function begin(field: HTMLInputElement | null) {
  field?.select();
  field?.focus();
}

/** @returns what its face does not say already */
function factsOf({ about, recording, seed, face }: RunItem): string[] {
  const left = about?.header.spec?.branch;
  const passes = about?.passes ?? (recording && !recording.live ? passesOf(recording.frames) : null);
  const facts = [
    passes ? `${passes} pass${passes === 1 ? "" : "es"}` : "",
    about?.header.source ? `from ${about.header.source}` : `seed ${about?.header.spec?.seed ?? seed}`,
    left ? `branch after step ${left.step}${left.block > 1 ? ` of part ${left.block}` : ""}` : "",
    about?.stopped && !about.header.source ? "stopped" : "",
    about ? WHEN.format(about.time) : "",
  ];
  const words = face.split(", ");
  return facts.filter((fact) => fact !== "" && fact !== "seed undefined" && !words.includes(fact));
}
