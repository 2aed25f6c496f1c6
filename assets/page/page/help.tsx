/** What `?` opens: the words, the keys, and how the page looks. */

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import { Dialog, dialogIn } from "../ui/dialog.tsx";
import { Pill } from "../ui/pill.tsx";
import { Switch } from "../ui/switch.tsx";
import { WORDS_AND_KEYS } from "../words/terms.ts";
import { AGAIN } from "./first-visit.ts";
import { Glossary } from "./glossary.tsx";
import type { Choices } from "./looks.ts";
import type { Page } from "./page.ts";

const KEYS: [string, string][] = [
  ["space", "play or pause"],
  ["← →", "step back or forth"],
  ["Home End", "the noise; the end"],
  ["N", "the next self-correction"],
  ["D", "the next difference between runs side by side"],
  ["1 2 3", "what went in, what was drawn, best guess"],
  ["T", "grid or text; a Sudoku has a board for a grid"],
  ["F", "present: the canvas, its timeline and its sentence"],
  ["Esc", "leave the cell, or presenting"],
  ["?", "this list"],
];

/** What each choice is called, and what it may be, by what is said of that. */
const SWITCHES: { name: keyof Choices; title: string; values: Record<string, string> }[] = [
  { name: "size", title: "Text", values: { small: "0.9", normal: "1", large: "1.25" } },
  { name: "contrast", title: "Contrast", values: { normal: "normal", high: "high" } },
  { name: "words", title: "Words", values: { plain: "plain", "the field's terms": "terms" } },
];

const FROM_CODE = (
  <a href="gradio_api/openapi.json" target="_blank">
    Use it from code: what the server offers
  </a>
);
const RECORDED = <a href="runs.html">The recorded runs, each as a page of its own</a>;

/** @returns the dialog */
export const buildHelp = (page: HelpPage) => dialogIn(page.root)(<Help {...page} />);

/** Of a page that has a server that programs can ask; or other files are beside it; or it holds all it has. */
type HelpPage = Pick<Page, "served" | "docs" | "held" | "looks" | "parts" | "plugins" | "root" | "say">;

function Help({ looks, served, docs, held, parts, plugins, say }: HelpPage) {
  const chosen = useSignal({ ...looks.chosen });
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const choose = (name: keyof Choices, value: string) => {
    looks.choose(name, value);
    chosen.value = { ...looks.chosen };
  };
  const replay = () => {
    close();
    parts.opening().then((shown) => shown.replay(), say);
  };
  return (
    <Dialog class="tdp-help-dialog" name={WORDS_AND_KEYS} ref={dialog}>
      <div class="tdp-panel-head">
        <h2>Words</h2>
        <Pill face="Close" hint="Close (Esc)" onClick={close} />
      </div>
      <div>
        <Glossary mode={chosen.value.words === "terms" ? "terms" : "plain"} />
      </div>
      <h2>Keys</h2>
      <dl class="tdp-keys">
        {KEYS.map(([key, meaning]) => (
          <>
            <dt>
              {key.split(" ").map((part) => (
                <>
                  <kbd>{part}</kbd>{" "}
                </>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
      <h2>Looks</h2>
      <p class="tdp-looks">
        {SWITCHES.map(({ name, title, values }) => (
          <>
            {title}{" "}
            <Switch
              name={title}
              options={Object.entries(values).map(([face, value]) => [value, face])}
              chosen={chosen.value[name]}
              choose={(value) => choose(name, value)}
            />
          </>
        ))}
      </p>
      {[
        held === null && parts.hasOpening && (
          <Button face={AGAIN} class="tdp-link-like" hint={AGAIN} onClick={replay} />
        ),
        held === null && (served ? FROM_CODE : RECORDED),
        docs && <a href="docs/index.html">The documentation, with search</a>,
        plugins.length > 0 && `Plugins: ${plugins.join(", ")}.`,
      ].map((line) => line && <p>{line}</p>)}
    </Dialog>
  );
}
