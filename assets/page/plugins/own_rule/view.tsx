/** The editor of a rule of the reader's own, below the menu of samplers. */

import { useRef } from "preact/hooks";
import { Pill } from "../../ui/pill.tsx";
import { NAMES } from "./editor.ts";
import { MOST_RULE, OWN_RULE } from "./rule.ts";
import { ABOUT, CHANGED, FIGURES, RETURNS, SAME, STARTERS, UNREAD } from "./words.ts";
import type { RuleEditor, Starter } from "./editor.ts";
import type { RuleTrial } from "./trial.ts";

/** `picture` is another number each time: the editor changes in place. */
export function RuleView({ editor }: { editor: RuleEditor; picture: number }) {
  const { starters, from, page } = editor;
  const { written, knobs } = page.form;
  const { value: rule } = written;
  const runs = editor.allows(rule);
  const same = from !== null && starters.get(from) === rule;
  return (
    <section class="tdp-own-rule" aria-label="Own rule" hidden={knobs.values.sampler !== OWN_RULE}>
      <p class="tdp-hint">{ABOUT}</p>
      <div class="tdp-rule-unread" role="group" aria-label={UNREAD} hidden={rule === "" || runs} ref={editor.unread}>
        <p>{UNREAD}</p>
        <Pill hint="Let this rule decide, and make the run" onClick={() => editor.run()}>
          Run this rule
        </Pill>
      </div>
      <textarea
        class="tdp-rule-code"
        rows={16}
        wrap="off"
        maxLength={MOST_RULE}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        dir="auto"
        aria-label="Your rule, in JavaScript"
        value={rule}
        onInput={({ currentTarget }) => editor.write(currentTarget.value)}
      />
      <p class="tdp-hint">{RETURNS}</p>
      <Trial trial={editor.trial} hidden={!runs} />
      <div class="tdp-rule-row">
        <select
          aria-label="Start from"
          disabled={starters.size === 0}
          value={same ? from : ""}
          onChange={({ currentTarget }) => editor.start(currentTarget.value as Starter)}
        >
          <option value="">Start from …</option>
          {NAMES.map((name) => (
            <option value={name}>{STARTERS[name]}</option>
          ))}
        </select>
        <Pill hint={same ? SAME : CHANGED} disabled={from === null} onClick={() => editor.save()}>
          Save in Python
        </Pill>
      </div>
      <p class="tdp-hint" role="status">
        {editor.hint}
      </p>
      <details>
        <summary>What it gets</summary>
        <dl>
          {FIGURES.map(([name, meaning]) => (
            <>
              <dt>{name}</dt>
              <dd>{meaning}</dd>
            </>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** What the rule would keep at the step that is shown, once the reader asks. */
function Trial({ trial, hidden }: { trial: RuleTrial; hidden: boolean }) {
  const line = useRef<HTMLParagraphElement>(null);
  const press = () => trial.try().then(() => line.current?.scrollIntoView({ block: "nearest" }));
  return (
    <div class="tdp-rule-trial" hidden={hidden} ref={trial.root}>
      <Pill hint="What this rule would keep at the step that is shown" onClick={press}>
        Try it on this step
      </Pill>
      <p role="status" ref={line}>
        {trial.sentence}
      </p>
    </div>
  );
}
