/** The field of the prompt, and the buttons in it. */

import { useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import { useTurns } from "../ui/turns.ts";
import { plainText } from "../words/glyphs.ts";
import type { Props } from "./ask-bar.tsx";

/** What stands beside the dot. */
const STATES: Record<string, string> = {
  asking: "asking for the model …",
  loading: "loading the model …",
  ready: "ready",
  failed: "not ready",
};

export function Field({ page, most }: Props) {
  const { ask, parts } = page;
  const { text, height, model, explained } = ask;
  const place = useRef<HTMLDivElement>(null);
  const lines = useComputed(() => text.value.split("\n").length).value;
  /** A prompt of several lines in one line, while nobody writes. */
  const line = useComputed(() => (text.value.includes("\n") ? plainText(text.value.replace(/\s+/g, " ")) : ""));
  const write = () => (height.value ??= place.current?.offsetHeight ?? 0);
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    if (lines > 1 && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    page.generate();
  };
  useLayoutEffect(() => {
    // A press is over before the field closes: what it was aimed at must not move away.
    const close = () => document.activeElement !== ask.prompt && (height.value = null);
    for (const kind of ["click", "keyup"]) addEventListener(kind, close);
  }, []);
  const { value: status } = model;
  return (
    <div class={`tdp-field${lines > 1 ? " tdp-lines" : ""}${height.value === null ? "" : " tdp-writing"}`} id="prompt">
      <div class="tdp-prompt-place" ref={place} style={{ height: height.value === null ? "" : `${height.value}px` }}>
        <textarea
          rows={Math.min(lines, 9)}
          aria-label="Prompt"
          spellcheck={false}
          placeholder="What should the text be about?"
          dir="auto"
          maxLength={most}
          ref={ask.at("prompt")}
          value={text}
          onFocus={write}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            write();
          }}
          onKeyDown={pressed}
        />
        <span class="tdp-prompt-line" aria-hidden="true" dir="auto">
          {line}
        </span>
      </div>
      <div class="tdp-parts" ref={ask.at("buttons")} />
      {parts.asking()}
      <div class="tdp-parts" ref={ask.at("choice")} />
      <Button
        class="tdp-model"
        id="model-state"
        hint={status?.sentence}
        aria-expanded={explained}
        data-state={status?.state ?? "asking"}
        onClick={() => (explained.value = !explained.value)}
      >
        <i aria-hidden="true" />
        <span class="tdp-state-word">{status && (STATES[status.state] ?? status.state)}</span>
      </Button>
      <Turns page={page} />
    </div>
  );
}

function Turns({ page }: Pick<Props, "page">) {
  const { ask, making } = page;
  const { fault, going, stops } = ask;
  const [begin, end] = useTurns(going.value);
  useLayoutEffect(() => void ask.at("generate")(begin.ref.current), []);
  return (
    <>
      <Button
        face="Stop"
        id="stop"
        {...end}
        aria-disabled={stops.value || undefined} // it keeps the focus
        onClick={() => stops.value || making.stop()}
      />
      <Button
        face="Generate"
        id="generate"
        hint={fault.value || undefined}
        {...begin}
        disabled={going.value || fault.value !== ""}
        onClick={() => page.generate()}
      />
    </>
  );
}
