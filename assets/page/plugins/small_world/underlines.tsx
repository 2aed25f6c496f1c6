/** The prompt once more, with lines under new words that have a known one near: a field can have none. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { About } from "../../run/about.ts";
import type { AboutPrompt } from "./about-prompt.ts";

export function Underlines({ field, about }: { field: HTMLTextAreaElement; about: AboutPrompt }) {
  const lines = useRef<HTMLDivElement>(null);
  const text = useSignal(field.value);
  const read = () => (text.value = field.value);
  const scroll = () => lines.current && (lines.current.scrollTop = field.scrollTop);
  useLayoutEffect(() => {
    const over = new AbortController();
    field.addEventListener("input", read, over);
    field.addEventListener("scroll", scroll, over);
    return () => over.abort();
  }, []);
  useLayoutEffect(() => void scroll());
  const led = about.shown.value?.led ?? null;
  useLayoutEffect(() => void read(), [led]); // an example or a run may have filled the field
  // A prompt of several lines is shown in one while nobody writes, so nothing stands under its words.
  const parts = text.value.includes("\n") ? [] : cut(text.value, led);
  return (
    <div class="tdp-underlines" aria-hidden="true" dir="auto" ref={lines}>
      {parts.map((part, at) => (at % 2 === 1 ? <u>{part}</u> : part))}
    </div>
  );
}

/** @returns the prompt, cut before and after the new words */
export function cut(prompt: string, about: About | null): string[] {
  const near = about?.unknown.filter(({ nearest }) => nearest.length > 0) ?? [];
  if (near.length === 0) return [prompt];
  return prompt.split(new RegExp(`(?<!\\p{L})(${near.map(({ word }) => word).join("|")})(?!\\p{L})`, "u"));
}
