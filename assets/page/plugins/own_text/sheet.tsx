/** The sheet for the reader's own text. */

import { Dialog } from "../../ui/dialog.tsx";
import { made } from "../../ui/made.ts";
import { Pill } from "../../ui/pill.tsx";
import { Status } from "../../ui/status.tsx";
import { Switch } from "../../ui/switch.tsx";
import { FillingList } from "./filling-list.tsx";
import { Noise } from "./noise.tsx";
import { OwnText } from "./own-text.ts";
import { HINTS } from "./sentences.ts";
import { OwnTokens } from "./tokens.tsx";
import type { Rooms } from "../../page/hand.tsx";

const KINDS = { template: "Fill the gaps", start: "Start from my text" };
const RUNS = { template: "Fill the gaps", start: "Run from this text" };

/** @param root of the page */
export function ownTextIn(root: HTMLElement, page: Rooms): OwnText {
  const draft = new OwnText(page);
  root.append(made(<Sheet draft={draft} />));
  page.ask.cards.parentElement?.after(made(<FillingList fillings={draft.fillings} />));
  return draft;
}

function Sheet({ draft }: { draft: OwnText }) {
  const { value: kind } = draft.kind;
  const { value: stop } = draft.fillings.stop;
  const close = () => draft.dialog.current?.close();
  return (
    <Dialog
      class="tdp-own-text"
      name="Your own text"
      ref={draft.dialog}
      onKeyDown={(event) => event.stopPropagation()}
      onClose={() => draft.fillings.stop.value?.()}
    >
      <div inert={stop !== null}>
        <div class="tdp-own-row">
          <strong>Your own text</strong>
          <Switch name="What to do" options={KINDS} chosen={kind} choose={(kind) => draft.turn(kind)} />
        </div>
        <label>
          Prompt
          <input
            type="text"
            dir="auto"
            aria-label="Prompt of the run"
            value={draft.prompts.value[kind]}
            onInput={({ currentTarget }) =>
              (draft.prompts.value = { ...draft.prompts.value, [kind]: currentTarget.value })
            }
          />
        </label>
        <textarea
          rows={5}
          dir="auto"
          aria-label="Your text"
          spellcheck={false}
          ref={draft.field}
          value={draft.text}
          onInput={({ currentTarget }) => draft.write(currentTarget.value)}
        />
        <p class="tdp-own-hint">{HINTS[kind]}</p>
        <Noise draft={draft} hidden={kind === "template"} />
        <div class="tdp-tokens">
          <OwnTokens draft={draft} />
        </div>
        <p class="tdp-own-hint tdp-own-room">{draft.reading.value?.room}</p>
      </div>
      <Status note={draft.note.value} />
      <div class="tdp-own-row tdp-own-end">
        <Pill hint="Leave everything as it is (Esc)" onClick={close}>
          Cancel
        </Pill>
        <button type="button" class="tdp-own-use" disabled={draft.off} onClick={() => (stop ? stop() : draft.run())}>
          {stop ? "Stop" : RUNS[kind]}
        </button>
      </div>
    </Dialog>
  );
}
