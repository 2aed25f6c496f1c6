/** The prompt bar: the field with its buttons, what is said below it, the example cards, and what goes with a prompt. */

import { render } from "preact";
import { Button } from "../ui/button.tsx";
import { Pill } from "../ui/pill.tsx";
import { Beside } from "./ask-beside.tsx";
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
