/** In the Share menu: publishes the run that is shown, and takes down what this browser has published. */

import { useSignal } from "@preact/signals";
import { render } from "preact";
import { copyText } from "../../dom/clipboard.ts";
import { messageOf } from "../../dom/elements.ts";
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

export function share(place: HTMLElement, { config, page }: PartContext) {
  addPluginStyle("publish");
  render(<Publishing shown={() => page.runList.shown} days={config.days} />, place);
  return () => render(null, place);
}

/** `days` are those for which a run is kept. */
function Publishing({ shown, days }: { shown: () => RunItem | null; days: number }) {
  const [status, busy, published] = [useSignal(""), useSignal(false), useSignal(receipts())];
  const keep = (receipts: Receipt[]) => remember(NAME, (published.value = receipts));
  const publish = async () => {
    const item = shown();
    if (item === null) return void (status.value = "There is no run to publish yet.");
    if (item.recording?.live) return void (status.value = "The run still goes on; publish it when it has ended.");
    busy.value = true;
    status.value = "Working …";
    try {
      const body = new Blob([await item.file()]);
      const { id, token } = await (await request("publish", { method: "POST", body })).json();
      keep([{ id, token, title: item.title }, ...receipts()].slice(0, MOST));
      status.value = (await copyText(linkOf(id))) ? "Published; the link is copied." : "Published.";
    } catch (error) {
      status.value = messageOf(error);
    }
    busy.value = false;
  };
  const takeDown = async ({ id, token }: Receipt) => {
    const failed = await post("publish/down", { id, token }).then(
      () => null,
      (error) => error,
    );
    status.value = failed ? messageOf(failed) : "The run is taken down.";
    if (failed === null || failed instanceof UnknownError) keep(receipts().filter((receipt) => receipt.id !== id));
  };
  return (
    <div class="tdp-publish">
      <button
        type="button"
        title="Keep it on this server under a link"
        data-form="published"
        disabled={busy}
        onClick={publish}
      >
        Publish this run
      </button>
      <p class="tdp-share-hint">
        {`This server keeps the run for ${days} days under a link that is not listed anywhere. Whoever has the link sees all of it, its prompt and its system prompt too.`}
      </p>
      <p class="tdp-share-said" role="status">
        {plainText(status.value)}
      </p>
      <ul class="tdp-published">
        {published.value.map((receipt) => (
          <li key={receipt.id}>
            <a href={linkOf(receipt.id)} target="_blank">
              {plainText(receipt.title)}
            </a>{" "}
            <button type="button" title={`Take down “${receipt.title}”`} onClick={() => takeDown(receipt)}>
              Take down
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const linkOf = (id: string) => new URL(`p/${id}`, document.baseURI).href;

/** What this browser published. */
const receipts = (): Receipt[] =>
  recall(NAME, []).filter(
    (entry: any) =>
      /^[0-9a-z]{19}$/.test(entry?.id) && typeof entry.token === "string" && typeof entry.title === "string",
  );
