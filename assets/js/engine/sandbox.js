/**
 * A place for code of strangers: a frame of no origin, which reaches neither the page, nor what the browser keeps for it, nor
 * any address; and in it a worker, which ends with the frame.
 */

import { element } from "../dom/elements.js";
import { GoneError } from "./events.js";

/** @typedef {{ port: MessagePort, close: () => void }} Sandbox the other end of its port; `close` ends what it does */

/** The frame's policy is added to the page's, which it inherits; the worker inherits both. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:";

/**
 * @param {string} script the text of `sandbox-frame.js`, which the page's policy allows by its hash
 * @param {string} source the code
 * @returns {Promise<Sandbox>}
 */
export async function openSandbox(script, source) {
  const frame = element("iframe", { sandbox: "allow-scripts", hidden: "", title: "Your rule" });
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${script}</script>`;
  const loaded = new Promise((give) => frame.addEventListener("load", give, { once: true }));
  document.body.append(frame);
  await loaded;
  const { port1, port2 } = new MessageChannel();
  frame.contentWindow?.postMessage(source, "*", [port2]);
  return { port: port1, close: () => frame.remove() };
}

/**
 * @param {URL} base the folder of the page's own files
 * @param {string} source of a rule
 * @returns {Promise<Sandbox>}
 * @throws {GoneError} what runs in the frame did not arrive
 */
export async function sandboxFor(base, source) {
  const script = await fetch(new URL("js/engine/sandbox-frame.js", base)).catch(() => null);
  if (!script?.ok) throw new GoneError("What runs your rule did not arrive; try again when the network is back.");
  return openSandbox(await script.text(), source);
}
