/** What the Share menu offers beside the link: what is shown as a page, and the forms of plugins. */

import { signal } from "@preact/signals";
import { createRef, render } from "preact";
import { copyText } from "../dom/clipboard.ts";
import { messageOf } from "../dom/elements.ts";
import { saveBlob } from "../dom/saving.ts";
import { Button } from "../ui/button.tsx";
import { made } from "../ui/made.ts";
import { Maker } from "./maker.ts";
import type { Signal } from "@preact/signals";
import type { Reader } from "../run/run-files.ts";
import type { Make, Saving, Shown } from "./maker.ts";

/** The size of a slide's frame, in pixels; it may be as small as 480x270. */
const [WIDE, HIGH] = [800, 450];
const FRAMES = "Other sites can show it if this server was started with --embed-host and their name.";
const LEFT_OUT =
  "Recorded as it ran. Left out: the probabilities of all tokens but the most probable ones, attention, and a prompt’s picture.";

const EMBED = "An iframe with the player alone, for a page or slides of yours";

/** @returns an iframe that shows it, and nothing of the page around it */
export function embedCode({ address, runs, form }: Pick<Shown, "address" | "runs" | "form">): string {
  const source = new URL(address);
  source.search = "?embed";
  const title = form?.title ?? runs[0]?.title ?? "";
  const frame = { src: source.href, width: WIDE, height: HIGH, title };
  return made(<iframe {...frame} loading="lazy" style={{ border: 0 }} />).outerHTML;
}

export class ShareMenu {
  status = signal("");
  /** Stops what is being made, where the reader may. */
  stop = signal<(() => void) | null>(null);
  /** As the menu was opened. */
  offered: Signal<Shown>;
  /** To embed that. */
  code = signal("");
  /** For the forms of plugins. */
  forms = createRef<HTMLDivElement>();
  saving: Saving;
  #makes = false;

  /**
   * @param root the popover; what it holds already stays
   * @param assets as `Maker` takes it
   * @param runsIn as `Maker` takes it
   */
  constructor(root: HTMLElement, shown: () => Shown, assets: URL | null, runsIn: Reader) {
    const maker = new Maker(assets, runsIn);
    this.offered = signal(shown());
    this.saving = {
      shown,
      recordings: (shown) => maker.recordings(shown),
      pageFile: (shown, name) => maker.page(shown, name),
      save: (make, stopped) => this.#save(make, stopped),
    };
    const place = document.createDocumentFragment();
    render(<Forms menu={this} apart={assets !== null} />, place);
    root.append(place);
    root.addEventListener("beforetoggle", () => {
      this.offered.value = shown();
      this.code.value = "";
    });
  }

  async embed() {
    const shown = this.saving.shown();
    this.code.value = embedCode(shown);
    const copied = (await copyText(this.code.value)) ? "Copied." : "Copy it from the field.";
    this.status.value = shown.served ? `${copied} ${FRAMES}` : copied;
  }

  async #save(make: Make, stopped = "") {
    if (this.#makes) return;
    const shown = this.saving.shown();
    if (shown.runs.length === 0) return void (this.status.value = "There is no run to save yet.");
    if (shown.live) return void (this.status.value = "The run still goes on; save it when it has ended.");
    this.#makes = true;
    const making = new AbortController();
    this.stop.value = stopped === "" ? null : () => making.abort(new Error(stopped));
    this.status.value = "Working …";
    try {
      const say = (sentence: string) => (this.status.value = sentence);
      const { name, blob } = await make(shown, { say, signal: making.signal });
      saveBlob(blob, name);
      this.status.value = `Saved, ${(blob.size / 1e6).toFixed(blob.size < 1e5 ? 2 : 1)} MB.`;
    } catch (error) {
      this.status.value = messageOf(error);
    } finally {
      this.#makes = false;
      this.stop.value = null;
    }
  }
}

/** @param apart are there files that a page of one file can be made of? */
function Forms({ menu, apart }: { menu: ShareMenu; apart: boolean }) {
  const { saving, code, stop } = menu;
  const { address, form } = menu.offered.value;
  const page = () => saving.save((shown) => saving.pageFile(shown));
  return (
    <>
      <Button hint={EMBED} data-form="embed" hidden={address === ""} onClick={() => menu.embed()}>
        Code to embed this
      </Button>
      <textarea
        class="tdp-embed-code"
        readOnly
        rows={3}
        aria-label="Code for your page"
        dir="auto"
        hidden={code.value === ""}
        value={code}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {apart && (
        <>
          <Button
            face={form?.face}
            hint={form?.hint ?? ""}
            data-form={form?.name ?? ""}
            hidden={form === null}
            onClick={() => form && saving.save(() => form.make())}
          />
          <Button hint="One file for an article or a lecture" data-form="html" onClick={page}>
            Page that plays offline (.html)
          </Button>
        </>
      )}
      <div class="tdp-share-forms" ref={menu.forms} />
      <div class="tdp-share-foot">
        <p class="tdp-share-said" role="status">
          {menu.status}
        </p>
        <Button
          face="Stop"
          class="tdp-share-stop"
          hint="Stop making it"
          hidden={stop.value === null}
          onClick={() => stop.value?.()}
        />
      </div>
      <p class="tdp-share-hint">{LEFT_OUT}</p>
    </>
  );
}
