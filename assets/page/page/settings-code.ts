/** A run's settings for use elsewhere, as the server writes them: Python code, a command line, transformers, diffusers. */

import { copyText } from "../dom/clipboard.ts";
import { button, element } from "../dom/elements.ts";
import { addStyle } from "../dom/style.ts";
import { AS_CODE } from "../words/code.ts";
import { foreignProblem } from "../run/sentences.ts";
import type { Recording } from "../run/recording.ts";

/** A lane, or the only run, which has no letter. */
type Shown = { recording: Recording; letter: string; title: string };
/** What the server answers. */
type Copies = Record<string, { text?: string; refused?: string }> & { refused?: string };

const COPIED_MS = 2000;

const FORMATS: [name: string, title: string][] = [
  ["pg", "Python, with this playground"],
  ["cli", "Command line"],
  ["transformers", "Python, with transformers"],
  ["diffusers", "Scheduler of diffusers"],
];

export class SettingsCode {
  choice = element("select", { "aria-label": "Run" });
  list = element("div");
  dialog: HTMLDialogElement;
  lanes: Shown[] = [];

  /**
   * @param root of the page
   * @param shown the lanes, or the run that is shown
   */
  constructor(
    root: HTMLElement,
    public shown: () => Shown[],
    public copies: (described: string) => Promise<Copies | undefined>,
  ) {
    addStyle("compare");
    this.choice.onchange = () => this.#tell();
    const close = button("Close", "Close");
    close.classList.add("tdp-pill");
    close.onclick = () => this.dialog.close();
    const head = element("div.tdp-panel-head", element("h2", AS_CODE), this.choice, close);
    this.dialog = element("dialog.tdp-help-dialog.tdp-code-dialog", { "aria-label": AS_CODE }, head, this.list);
    root.append(this.dialog);
  }

  open() {
    this.lanes = this.shown();
    this.choice.hidden = this.lanes.length < 2;
    this.choice.replaceChildren(
      ...this.lanes.map(({ letter, title }, at) => element("option", { value: String(at) }, `${letter} ${title}`)),
    );
    this.dialog.showModal();
    this.#tell();
  }

  async #tell() {
    const lane = this.lanes[Number(this.choice.value || 0)];
    this.list.replaceChildren();
    if (!lane) return;
    const { source = "", spec } = lane.recording.header;
    const refuse = (why: string) => this.list.replaceChildren(element("p", { role: "alert" }, why));
    if (source !== "") return refuse(foreignProblem(source));
    const copies = await this.copies(JSON.stringify(spec)).catch(() => undefined);
    if (lane !== this.lanes[Number(this.choice.value || 0)]) return;
    if (copies === undefined) return refuse("The server does not answer; try again in a moment.");
    if (copies.refused) return refuse(copies.refused);
    this.list.replaceChildren(...FORMATS.map(([name, title]) => part(title, copies[name])));
  }
}

function part(title: string, { text, refused }: { text?: string; refused?: string }) {
  if (text === undefined) return element("section", element("h3", title), element("p.tdp-hint", refused ?? ""));
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
