/** The link to a hall, to copy or for phones to read; or why nobody else can open it. */

import { useSignal } from "@preact/signals";
import { copyText } from "../../dom/clipboard.ts";
import { Button } from "../../ui/button.tsx";
import { encode } from "../../../vendor/uqr.js";

/** Names and addresses by which a computer means itself. */
const ITSELF =
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/i;

/** @param hostname of an address, as a browser reads it @returns does it lead every computer to itself? */
export const meansItself = (hostname: string): boolean => ITSELF.test(hostname);

export function Invitation({ link }: { link: string }) {
  const { hostname, port } = new URL(link);
  const copied = useSignal("Copy link");
  const copy = async () => (copied.value = (await copyText(link)) ? "Copied" : "Copy it from the field");
  return (
    <>
      {meansItself(hostname) ? <Reach hostname={hostname} port={port} /> : <Code text={link} />}
      <div class="tdp-hall-row">
        <input
          class="tdp-hall-link"
          readOnly
          aria-label="Link to the hall"
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button face={copied} hint="Copy the link for those who watch" onClick={copy} />
      </div>
    </>
  );
}

/** What to do, where a phone would look for the page on itself; `port` is "" for the usual one. */
const Reach = ({ hostname, port }: { hostname: string; port: string }) => (
  <div class="tdp-hall-reach">
    <p>
      <strong>Nobody else can open this link.</strong>
      {` To every phone, ${hostname} is the phone itself.`}
    </p>
    <p>
      Start the playground with <code>python app.py --host 0.0.0.0</code>
      {` and open it at this computer’s address in your network, such as http://192.168.1.20${port && `:${port}`}. Then choose Watch together there.`}
    </p>
  </div>
);

/** A code that phones read, black on white in any theme. */
function Code({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2 });
  const draw = (canvas: HTMLCanvasElement | null) => {
    const context = canvas?.getContext("2d");
    if (!context) return;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, size, size);
    context.fillStyle = "#000";
    data.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(x, y, 1, 1)));
  };
  const name = "Code with the link, for phones";
  return <canvas class="tdp-hall-code" width={size} height={size} role="img" aria-label={name} ref={draw} />;
}
