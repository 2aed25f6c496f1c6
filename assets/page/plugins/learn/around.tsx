/** What stands around the player in Learn, and in a page of lessons in one file. */

import { computed } from "@preact/signals";
import { made } from "../../ui/made.ts";
import type { ReadonlySignal, Signal } from "@preact/signals";

/** @param prompt what the model was asked for; a lesson has no field for it */
export const promptLine = (prompt: ReadonlySignal<string>) =>
  made(
    <p class="tdp-lesson-prompt" hidden={computed(() => prompt.value === "")}>
      {computed(() => `Prompt: ${prompt}`)}
    </p>,
  );

/** @param there does the player show what the lesson speaks of? */
export const backButton = (there: Signal<boolean>, press: () => void) =>
  made(
    <button
      type="button"
      class="tdp-back-to-lesson"
      title="Show again what the lesson speaks of"
      hidden={there}
      onClick={press}
    >
      back to the lesson
    </button>,
  );

/** @returns the head of a page of lessons in one file @param home the page of all runs */
export const fileHead = (complaint: Signal<string>, home?: string) =>
  made(
    <header class="tdp-file-head">
      {home !== undefined && <a href={home}>All runs</a>}
      <p class="tdp-complaint" role="alert">
        {complaint}
      </p>
    </header>,
  );
