/** The prompt bar: the field with its buttons, what is said below it, the example cards, and what goes with a prompt. */

import { useSignal } from "@preact/signals";
import { render } from "preact";
import { base64Of } from "../dom/base64.ts";
import { Button } from "../ui/button.tsx";
import { Pill } from "../ui/pill.tsx";
import { Field } from "./ask-field.tsx";
import type { Status } from "./ask.ts";
import type { Page } from "./page.ts";

export interface Props {
  page: Pick<Page, "ask" | "engine" | "form" | "generate" | "making" | "model" | "parts" | "runList" | "say" | "shell">;
  /** Characters of a prompt. */
  most: number;
}

/** How the model is doing before that is known. */
const UNKNOWN: Status = { state: "asking", sentence: "Asking for the model …" };

export const showAsk = (props: Props) => render(<Bar {...props} />, props.page.shell.ask);

const Bar = ({ page, most }: Props) => (
  <>
    <Field {...{ page, most }} />
    <div class="tdp-below-field">
      <p class="tdp-opening">{page.ask.gist}</p>
      <div class="tdp-parts" ref={page.ask.at("advice")} />
      <Notices page={page} />
      <Cards page={page} />
    </div>
    <Beside {...{ page, most }} />
  </>
);

function Notices({ page }: Pick<Props, "page">) {
  const { ask, engine, say } = page;
  const { sentence, name, press } = ask.notice.value;
  const { state, sentence: words, fraction, way_out: wayOut } = ask.model.value ?? UNKNOWN;
  const known = typeof fraction === "number";
  return (
    <div class="tdp-notices">
      <p id="notice-text" role="alert">
        {sentence}
        {press && " "}
        {press && <Pill face={name} hint={sentence} onClick={press} />}
      </p>
      <p id="waiting-text" role="status">
        {ask.waits}
      </p>
      <p id="model-status" role="status" data-state={state} hidden={!ask.explained.value}>
        {words}
      </p>
      <progress
        id="model-progress"
        aria-label="Loading the model"
        hidden={state !== "loading" || !known}
        value={known ? fraction : undefined}
      />
      <Button
        face="Use the embedded model"
        id="use-embedded"
        hint="Load the embedded model instead"
        hidden={!wayOut}
        onClick={() => engine.call("use_embedded").then(() => page.model.look(), say)}
      />
    </div>
  );
}

const Cards = ({ page: { ask, runList } }: Pick<Props, "page">) => (
  <div class="tdp-cards-row" role="group" aria-label="Examples" ref={ask.at("cards")}>
    {ask.examples.value.map((run) => (
      <Button
        face={run.card}
        class="tdp-card-button"
        hint={run.title}
        aria-pressed={ask.shown.value === run.title}
        onClick={() => runList.choose(run)}
      />
    ))}
  </div>
);

/** What goes with a prompt: a checkpoint that can do more gets fields for it. */
function Beside({ page: { ask }, most }: Props) {
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
            onInput={({ currentTarget }) => (ask.system.value = currentTarget.value)}
          />
        </div>
      )}
      {thinking && (
        <label id="with-thinking">
          <input
            type="checkbox"
            checked={ask.thinking}
            onChange={({ currentTarget }) => (ask.thinking.value = currentTarget.checked)}
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
