/** The frame of the page: one header line, and the places of the prompt bar and of the player. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { post } from "../engine/events.ts";
import { Button } from "../ui/button.tsx";
import { Pill } from "../ui/pill.tsx";
import { WORDS_AND_KEYS } from "../words/terms.ts";
import type { Page } from "./page.ts";

/** The modes share run, step, cell and view. */
const MODES = { watch: "Watch", tune: "Tune", compare: "Compare" };

interface Props {
  page: Pick<Page, "controls" | "exports" | "form" | "held" | "runList" | "say" | "setMode" | "sharing">;
  /** Modes of plugins, and the faces of their buttons. */
  added: string[][];
  /** Had the reader to log in? */
  login: boolean;
}

const stateOf = () => ({
  /** Does the form differ from the run that is shown? */
  edited: signal(false),
  mode: signal("watch"),
  /** Is the sheet with the prompt open, which a phone shows on demand? */
  asking: signal(false),
  /** Was the link copied just now? */
  copied: signal(false),
  /** Of the note. */
  sentence: signal(""),
});

/** @param root will be filled @returns what the page says by it, and its places */
export function buildShell(root: HTMLElement, props: Props) {
  const state = stateOf();
  render(<Shell {...state} {...props} />, root);
  const place = (name: string) => root.querySelector(`.tdp-${name}`) as HTMLElement;
  const [ask, badge, note, runs, shareMenu] = ["ask", "badge", "note", "runs", "menu"].map(place);
  return { ...state, ask, badge, note, runs, shareMenu, place: note.nextElementSibling as HTMLElement };
}

function Shell({ page, added, login, edited, mode, asking, copied, sentence }: Props & ReturnType<typeof stateOf>) {
  const logOut = () => post("logout", {}).then(() => location.reload(), page.say);
  return (
    <>
      <header class="tdp-header">
        <h1>Text Diffusion Playground</h1>
        <nav class="tdp-modes" aria-label="Modes">
          {[...Object.entries(MODES), ...added].map(([name, face]) => (
            <Button
              face={face}
              data-mode={name}
              aria-pressed={mode.value === name}
              onClick={() => page.setMode(name)}
            />
          ))}
        </nav>
        <div class="tdp-header-right">
          <span class="tdp-edited" role="status" hidden={!edited.value}>
            edited · <Button face="restore" class="tdp-link-like" onClick={() => page.form.restore()} />
          </span>
          <div class="tdp-runs" />
          <span class="tdp-badge" />
          <Pill
            face="Share"
            aria-haspopup="dialog"
            popovertarget="tdp-share"
            onClick={() => page.exports().catch(page.say)}
          />
          <div class="tdp-menu" id="tdp-share" popover>
            <Button
              face={copied.value ? "Copied" : "Copy link"}
              class="tdp-link"
              hint="Copy a link to this run, step, position and view"
              hidden={page.held !== null} // on another computer it leads nowhere
              onClick={() => page.sharing.copy()}
            />
            <Button
              face="Save trace"
              hint="Save the run that is shown as a .trace file"
              onClick={() => page.runList.save()}
            />
          </div>
          {login && (
            <Button
              face="Log out"
              class="tdp-link-like tdp-log-out"
              hint="End your login in this browser"
              onClick={logOut}
            />
          )}
          <Pill
            face="?"
            class="tdp-pill tdp-round"
            hint={`${WORDS_AND_KEYS} (?)`}
            aria-label={WORDS_AND_KEYS}
            onClick={() => page.controls.help()}
          />
        </div>
      </header>
      <main>
        <section class="tdp-ask" aria-label="Prompt" />
        <p class="tdp-note" role="status">
          {sentence}
        </p>
        <div />
        <Button
          face={asking.value ? "Close" : "Prompt"}
          class="tdp-open-prompt"
          aria-expanded={asking}
          onClick={() => page.controls.openPrompt(!asking.value)}
        />
      </main>
    </>
  );
}
