/**
 * On a ZeroGPU Space the hub shows the page in a frame, and knows whose daily share of GPU time a run comes out of: it hands
 * out headers to send along, if it says that it can. Gradio's own client asks in the same words.
 */

const SUPPORTS = "supports-zerogpu-headers";
/** The hub has so long to answer. */
const MOST_WAITED_MS = 2000;

export class Zero {
  supported = false;

  /** @param hub the origin that may hand out headers; "" where there is none */
  constructor(
    public window: Window,
    public hub: string,
  ) {
    if (hub === "" || window.parent === window) return;
    window.addEventListener("message", ({ source, data }) => {
      if (source === window.parent && data === SUPPORTS) this.supported = true;
    });
    window.parent.postMessage(SUPPORTS, hub);
  }

  /** @returns to send with a request; none anywhere else */
  async headers(): Promise<Record<string, string>> {
    if (!this.supported) return {};
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<unknown>((give) => {
      port1.onmessage = ({ data }) => give(data);
      setTimeout(() => give({}), MOST_WAITED_MS);
    });
    this.window.parent.postMessage("zerogpu-headers", this.hub, [port2]);
    const headers = Object.entries<any>(((await answer) as any) ?? {});
    port1.close();
    return Object.fromEntries(headers.filter(([, value]) => typeof value === "string"));
  }
}

/** @returns the hub that shows a page of this host in a frame; "" for none */
export const hubOf = (host: string): string => (host.endsWith(".hf.space") ? "https://huggingface.co" : "");
