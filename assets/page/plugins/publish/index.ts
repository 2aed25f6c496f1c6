/** Publishing: the run that is shown is kept on the server under a short link, until whoever published it takes it down. */

import { copyText } from "../../dom/clipboard.ts";
import { button, element, messageOf } from "../../dom/elements.ts";
import { recall, remember } from "../../dom/memory.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { UnknownError, post, request } from "../../engine/events.ts";
import { plainText } from "../../words/glyphs.ts";
import type { PartContext } from "../../page/places.ts";
import type { RunItem } from "../../page/run-list.ts";

/** What takes a run down; this browser keeps it. */
type Receipt = { id: string; token: string; title: string };

const NAME = "published runs";
/** Only so many are kept; the oldest can still be taken down by the operator. */
const MOST = 100;

const NO_SERVER = "This address leads to what a server keeps, and this page has none; open it where you got it from.";
const NOTHING = "This server keeps no published runs.";

/** Fills its place in the Share menu. */
export function share(place: HTMLElement, { config, page }: PartContext) {
  place.append(new Publishing(() => page.runList.shown, config.days).root);
  return () => place.replaceChildren();
}

/** Shows the published run of an address. */
export async function open(_kind: string, name: string, { config, page }: PartContext) {
  if (config.days === 0) throw new Error(page.served ? NOTHING : NO_SERVER);
  const answer = await request(`p/${name}.trace`);
  await page.runList.open(new File([await answer.arrayBuffer()], `${name}.trace`));
}

class Publishing {
  status = element("p.tdp-share-said", { role: "status" });
  list = element("ul.tdp-published");
  sure = button("Publish this run", "Keep it on this server under a link");
  root: HTMLDivElement;

  /** @param days for which a run is kept */
  constructor(
    public shown: () => RunItem | null,
    days: number,
  ) {
    addPluginStyle("publish");
    this.sure.dataset.form = "published";
    this.sure.onclick = () => this.#publish();
    const hint = `This server keeps the run for ${days} days under a link that is not listed anywhere. Whoever has the link sees all of it, its prompt and its system prompt too.`;
    this.root = element("div.tdp-publish", this.sure, element("p.tdp-share-hint", hint), this.status, this.list);
    this.#draw();
  }

  async #publish() {
    const item = this.shown();
    if (item === null) return this.#say("There is no run to publish yet.");
    if (item.recording?.live) return this.#say("The run still goes on; publish it when it has ended.");
    this.sure.disabled = true;
    this.#say("Working …");
    try {
      const { id, token } = await (
        await request("publish", { method: "POST", body: new Blob([await item.file()]) })
      ).json();
      remember(NAME, [{ id, token, title: item.title }, ...receipts()].slice(0, MOST));
      this.#draw();
      this.#say((await copyText(linkOf(id))) ? "Published; the link is copied." : "Published.");
    } catch (error) {
      this.#say(messageOf(error));
    }
    this.sure.disabled = false;
  }

  async #takeDown({ id, token }: Receipt) {
    let sentence = "The run is taken down.";
    try {
      await post("publish/down", { id, token });
    } catch (error) {
      sentence = messageOf(error);
      if (!(error instanceof UnknownError)) return this.#say(sentence);
    }
    remember(
      NAME,
      receipts().filter((one) => one.id !== id),
    );
    this.#draw();
    this.#say(sentence);
  }

  #draw() {
    this.list.replaceChildren(
      ...receipts().map((receipt) => {
        const down = button("Take down", `Take down “${receipt.title}”`);
        down.onclick = () => this.#takeDown(receipt);
        return element(
          "li",
          element("a", { href: linkOf(receipt.id), target: "_blank" }, plainText(receipt.title)),
          " ",
          down,
        );
      }),
    );
  }

  #say(sentence: string) {
    this.status.textContent = plainText(sentence);
  }
}

const linkOf = (id: string) => new URL(`p/${id}`, document.baseURI).href;

/** What this browser published. */
const receipts = (): Receipt[] =>
  recall(NAME, []).filter(
    (entry: any) =>
      /^[0-9a-z]{19}$/.test(entry?.id) && typeof entry.token === "string" && typeof entry.title === "string",
  );
