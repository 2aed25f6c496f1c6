/** A run's settings for use elsewhere: as Python code that makes it again. */

import { copyText } from "../../dom/clipboard.ts";
import { button, element } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { isWritten } from "../../rules/knobs.ts";
import { foreignProblem } from "../../run/sentences.ts";
import { shortened } from "../../run/spec.ts";
import { pythonCode } from "./python-code.ts";
import { AS_CODE, notInPackage } from "./words.ts";
import type { Knob } from "../../rules/knobs.ts";
import type { PartContext } from "../../page/places.ts";
import type { Recording } from "../../run/recording.ts";

export type CodePage = Pick<PartContext["page"], "form" | "lanes" | "player" | "root">;
/** A lane, or the only run, which has no letter. */
type Shown = { recording: Recording; letter: string; title: string };

const COPIED_MS = 2000;

export class SettingsCode {
  choice = element("select", { "aria-label": "Run" });
  body = element("div");
  dialog: HTMLDialogElement;
  lanes: Shown[] = [];

  constructor(private page: CodePage) {
    addPluginStyle("code");
    this.choice.onchange = () => this.#show();
    const close = button("Close", "Close");
    close.classList.add("tdp-pill");
    close.onclick = () => this.dialog.close();
    const head = element("div.tdp-panel-head", element("h2", AS_CODE), this.choice, close);
    this.dialog = element("dialog.tdp-help-dialog.tdp-code-dialog", { "aria-label": AS_CODE }, head, this.body);
    page.root.append(this.dialog);
  }

  open() {
    this.lanes = this.#shown;
    this.choice.hidden = this.lanes.length < 2;
    this.choice.replaceChildren(
      ...this.lanes.map(({ letter, title }, at) => element("option", { value: String(at) }, `${letter} ${title}`)),
    );
    this.dialog.showModal();
    this.#show();
  }

  /** The lanes, or the run that is shown. */
  get #shown(): Shown[] {
    const { lanes, player } = this.page;
    const compared = lanes.shown().filter(({ recording: { frames, header } }) => frames.length > 0 && !header.source);
    return compared.length > 0 || player.recording === null
      ? compared
      : [{ recording: player.recording, letter: "", title: "" }];
  }

  #show() {
    const lane = this.lanes[Number(this.choice.value || 0)];
    this.body.replaceChildren();
    if (!lane) return;
    const { source, spec } = lane.recording.header;
    const problem = source ? foreignProblem(source) : unknownIn(spec, this.page.form.table);
    if (problem) return this.body.replaceChildren(element("p", { role: "alert" }, problem));
    const code = pythonCode(shortened(spec, this.page.form.table), Boolean(spec.prompt.image_sha256));
    this.body.replaceChildren(copied("Python", code));
  }
}

/** @returns why the package cannot make such a run, or one that it branches from; "" if it can */
function unknownIn({ settings = {}, branch }: Record<string, any>, knobs: Knob[]): string {
  for (const [name, value] of Object.entries(settings)) {
    const knob = knobs.find((each) => each.name === name);
    const choices = Object.keys(knob?.choices ?? {});
    if (!knob || isWritten(value, [knob]) || (choices.length > 0 && !choices.includes(value as string)))
      return notInPackage(name, String(value));
  }
  return branch ? unknownIn(branch.parent, knobs) : "";
}

function copied(title: string, text: string) {
  const copy = button("Copy", `Copy: ${title}`);
  copy.classList.add("tdp-pill");
  copy.onclick = async () => {
    copy.textContent = (await copyText(text)) ? "Copied" : "Select it and copy by hand";
    setTimeout(() => (copy.textContent = "Copy"), COPIED_MS);
  };
  return element(
    "section",
    element("div.tdp-panel-head", element("h3", title), copy),
    element("pre", { tabindex: "0" }, text),
  );
}
