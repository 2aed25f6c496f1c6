/** What the Share menu offers beside the link: what is shown as a page, and the forms of plugins. */

import { copyText } from "../dom/clipboard.ts";
import { button, element, messageOf } from "../dom/elements.ts";
import { saveBlob } from "../dom/saving.ts";
import { Maker } from "./maker.ts";
import type { Reader } from "../run/run-files.ts";
import type { Form, Made, Make, Saving, Shown } from "./maker.ts";

/** The size of a slide's frame, in pixels; it may be as small as 480x270. */
const [WIDE, HIGH] = [800, 450];
const FRAMES = "Other sites can show it if this server was started with --embed-host and their name.";
const LEFT_OUT =
  "Recorded as it ran. Left out: the probabilities of all tokens but the most probable ones, attention, and a prompt’s picture.";

/** @returns an iframe that shows it, and nothing of the page around it */
export function embedCode({ address, runs, form }: Pick<Shown, "address" | "runs" | "form">): string {
  const source = new URL(address);
  source.search = "?embed";
  const title = form?.title ?? runs[0]?.title ?? "";
  const frame = element("iframe", {
    src: source.href,
    width: String(WIDE),
    height: String(HIGH),
    title,
    loading: "lazy",
  });
  frame.style.border = "0";
  return frame.outerHTML;
}

export class ShareMenu {
  status = element("p.tdp-share-said", { role: "status" });
  stop = element("button.tdp-share-stop", { title: "Stop making it", hidden: "" }, "Stop");
  making: AbortController | null = null;
  /** Saves what a plugin shows. */
  form: HTMLButtonElement;
  /** For the forms of plugins. */
  forms = element("div.tdp-share-forms");
  saving: Saving;
  code = element("textarea.tdp-embed-code", { readonly: "", rows: "3", "aria-label": "Code for your page" });
  embed = button("Code to embed this", "An iframe with the player alone, for a page or slides of yours");

  /**
   * @param root the popover; what it holds already stays
   * @param assets as `Maker` takes it
   * @param runsIn as `Maker` takes it
   */
  constructor(
    root: HTMLElement,
    public shown: () => Shown,
    assets: URL | null,
    runsIn: Reader,
  ) {
    const maker = new Maker(assets, runsIn);
    this.saving = {
      shown,
      recordings: (shown) => maker.recordings(shown),
      pageFile: (shown, name) => maker.page(shown, name),
      save: (make, stopped) => this.#save(make, stopped),
    };
    const offer = (form: string, face: string, hint: string, make: (shown: Shown) => Promise<Made>) => {
      const offered = button(face, hint);
      offered.dataset.form = form;
      offered.onclick = () => this.#save(make);
      return offered;
    };
    this.form = offer("", "", "", ({ form }) => (form as Form).make());
    const page = offer("html", "Page that plays offline (.html)", "One file for an article or a lecture", (shown) =>
      maker.page(shown),
    );
    this.code.onfocus = () => this.code.select();
    this.embed.dataset.form = "embed";
    this.embed.onclick = async () => {
      const shown = this.shown();
      this.code.value = embedCode(shown);
      this.code.hidden = false;
      const copied = (await copyText(this.code.value)) ? "Copied." : "Copy it from the field.";
      this.#say(shown.served ? `${copied} ${FRAMES}` : copied);
    };
    root.append(
      this.embed,
      this.code,
      ...(assets === null ? [] : [this.form, page]),
      this.forms,
      element("div.tdp-share-foot", this.status, this.stop),
      element("p.tdp-share-hint", LEFT_OUT),
    );
    const update = () => {
      const { form, address } = shown();
      this.embed.hidden = address === "";
      this.code.hidden = true;
      this.form.hidden = form === null;
      if (form) {
        Object.assign(this.form, { textContent: form.face, title: form.hint });
        this.form.dataset.form = form.name;
      }
    };
    root.addEventListener("beforetoggle", update);
    update();
  }

  async #save(make: Make, stopped = "") {
    if (this.making !== null) return;
    const shown = this.shown();
    if (shown.runs.length === 0) return this.#say("There is no run to save yet.");
    if (shown.live) return this.#say("The run still goes on; save it when it has ended.");
    const making = (this.making = new AbortController());
    this.stop.hidden = stopped === "";
    this.stop.onclick = () => making.abort(new Error(stopped));
    this.#say("Working …");
    try {
      const { name, blob } = await make(shown, { say: (sentence) => this.#say(sentence), signal: making.signal });
      saveBlob(blob, name);
      this.#say(`Saved, ${(blob.size / 1e6).toFixed(blob.size < 1e5 ? 2 : 1)} MB.`);
    } catch (error) {
      this.#say(messageOf(error));
    } finally {
      this.making = null;
      this.stop.hidden = true;
    }
  }

  #say(sentence: string) {
    this.status.textContent = sentence;
  }
}
