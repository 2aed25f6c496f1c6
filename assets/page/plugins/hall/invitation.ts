/** The link to a hall, to copy or for phones to read; or why nobody else can open it. */

import { button, element } from "../../dom/elements.ts";
import { copyText } from "../../dom/clipboard.ts";
import { encode } from "../../../vendor/uqr.js";

/** Names and addresses by which a computer means itself. */
const ITSELF =
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/i;

/** @param hostname of an address, as a browser reads it @returns does it lead every computer to itself? */
export const meansItself = (hostname: string): boolean => ITSELF.test(hostname);

export function invitationTo(link: string): HTMLElement[] {
  const { hostname, port } = new URL(link);
  const url = element("input.tdp-hall-link", { readonly: "", "aria-label": "Link to the hall", value: link });
  url.onfocus = () => url.select();
  const copy = button("Copy link", "Copy the link for those who watch");
  copy.onclick = async () => (copy.textContent = (await copyText(link)) ? "Copied" : "Copy it from the field");
  return [meansItself(hostname) ? reachOf(hostname, port) : codeOf(link), element("div.tdp-hall-row", url, copy)];
}

/** @param port "" for the usual one @returns what to do, where a phone would look for the page on itself */
function reachOf(hostname: string, port: string): HTMLElement {
  const example = `http://192.168.1.20${port && `:${port}`}`;
  return element(
    "div.tdp-hall-reach",
    element(
      "p",
      element("strong", "Nobody else can open this link."),
      ` To every phone, ${hostname} is the phone itself.`,
    ),
    element(
      "p",
      "Start the playground with ",
      element("code", "python app.py --host 0.0.0.0"),
      ` and open it at this computer’s address in your network, such as ${example}. Then choose Watch together there.`,
    ),
  );
}

/** @returns a code that phones read, black on white in any theme */
function codeOf(text: string): HTMLCanvasElement {
  const { size, data } = encode(text, { border: 2 });
  const canvas = element("canvas.tdp-hall-code", {
    width: String(size),
    height: String(size),
    role: "img",
    "aria-label": "Code with the link, for phones",
  });
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size, size);
  context.fillStyle = "#000";
  data.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(x, y, 1, 1)));
  return canvas;
}
