/** The reader's wish, such as 95% right with the fewest passes: which setting grants it, and whether fresh seeds show it. */

import { useSignal } from "@preact/signals";
import { Button } from "../../ui/button.tsx";
import { MOST_FRESH } from "./request.ts";
import { proposalOf } from "./sentences.ts";
import type { Studies } from "./studies.ts";
import type { StudySetting } from "./settings.ts";

const NO_SHARE = { sentence: "The wish must be a number of per cent from 1 to 99.", best: null, more: 0 };

interface Props {
  studies: Studies;
  busy: boolean;
  /** With the seeds that all have, and with fresh ones. */
  same: StudySetting[];
  fresh: StudySetting[];
}

export function OftenWish({ studies, busy, same, fresh }: Props) {
  const percent = useSignal(95);
  const wish = percent.value / 100;
  const findings = same.map(({ finding }) => finding);
  const checked = new Map(fresh.map(({ change, finding }) => [change, finding]));
  const names = same.map(({ name }) => name);
  const { sentence, best, more } = wish > 0 && wish < 1 ? proposalOf(findings, checked, wish, names) : NO_SHARE;
  const none = findings.every(({ passes }) => passes.size === 0);
  return (
    <div class="tdp-often-wish" hidden={findings.length < 2 || none}>
      <label class="tdp-often-row">
        {"Fewest passes with at least "}
        <input
          type="number"
          min={1}
          max={99}
          aria-label="Per cent right, at least"
          defaultValue="95"
          onChange={({ currentTarget }) => (percent.value = currentTarget.valueAsNumber)}
        />
        {" % right"}
      </label>
      <p role="status">{sentence}</p>
      <div class="tdp-often-row">
        {best !== null && more > 0 && (
          <Button
            face={`Run ${Math.min(more, MOST_FRESH)} fresh seeds`}
            hint="Run this setting with seeds that it has not had"
            disabled={busy}
            onClick={() => studies.check(best, more)}
          />
        )}
        {best !== null && more === 0 && (
          <Button face="Use this setting" hint="Put this setting into the form" onClick={() => studies.adopt(best)} />
        )}
      </div>
    </div>
  );
}
