/**
 * A place for code of strangers: a frame of no origin, which reaches neither the page, nor what the browser keeps for it, nor
 * any address; and in it a worker, which ends with the frame.
 */

import { GoneError } from "../../engine/events.ts";

/** The other end of its port; `close` ends what it does. */
type Sandbox = { port: MessagePort; close: () => void };

/** The frame's policy is added to the page's, which it inherits; the worker inherits both. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:";

/**
 * @param script the text of `classic/frame.ts`, which the page's policy allows by its hash
 * @param source the code
 */
export async function openSandbox(script: string, source: string): Promise<Sandbox> {
  const frame = document.createElement("iframe");
  Object.assign(frame, { sandbox: "allow-scripts", hidden: true, title: "Your rule" });
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${script}</script>`;
  const loaded = new Promise((give) => frame.addEventListener("load", give, { once: true }));
  document.body.append(frame);
  await loaded;
  const { port1, port2 } = new MessageChannel();
  frame.contentWindow?.postMessage(source, "*", [port2]);
  return { port: port1, close: () => frame.remove() };
}

/**
 * @param base the folder of the page's own files
 * @param source of a rule
 * @throws {GoneError} what runs in the frame did not arrive
 */
export async function sandboxFor(base: URL, source: string): Promise<Sandbox> {
  const script = await fetch(new URL("dist/plugins-own_rule-frame.js", base)).catch(() => null);
  if (!script?.ok) throw new GoneError("What runs your rule did not arrive; try again when the network is back.");
  return openSandbox(await script.text(), source);
}
