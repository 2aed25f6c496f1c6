/** What goes with a prompt: a checkpoint that can do more gets fields for it. */

import { useSignal } from "@preact/signals";
import { base64Of } from "../dom/base64.ts";
import type { Props } from "./ask-bar.tsx";
import type { Page } from "./page.ts";

export function Beside({ page: { ask, form }, most }: Props) {
  const { system = false, thinking = false, image = false } = ask.abilities.value;
  return (
    <div class="tdp-extras" hidden={!(system || thinking || image)}>
      {system && (
        <div id="with-system">
          <textarea
            rows={2}
            aria-label="System prompt"
            placeholder="System prompt"
            dir="auto"
            maxLength={most}
            value={ask.system}
            onInput={({ currentTarget }) => {
              ask.system.value = currentTarget.value;
              form.edited();
            }}
          />
        </div>
      )}
      {thinking && (
        <label id="with-thinking">
          <input
            type="checkbox"
            checked={ask.thinking}
            onChange={({ currentTarget }) => {
              ask.thinking.value = currentTarget.checked;
              form.edited();
            }}
          />{" "}
          Think before the answer
        </label>
      )}
      {image && <Picture ask={ask} />}
    </div>
  );
}

function Picture({ ask }: Pick<Page, "ask">) {
  const shown = useSignal("");
  const take = async (file: File | undefined) =>
    (ask.picture = shown.value = file ? `data:${file.type};base64,${await base64Of(file)}` : "");
  return (
    <div id="with-image">
      <label>
        Picture{" "}
        <input
          type="file"
          id="picture-file"
          accept="image/*"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
      </label>
      <img
        id="picture-preview"
        alt="The picture that goes with the prompt"
        hidden={shown.value === ""}
        src={shown.value || undefined}
      />
    </div>
  );
}
