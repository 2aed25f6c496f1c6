/** What one who presents sees of the hall: a line above the canvas, and the link for those who come. */

import { Button } from "../../ui/button.tsx";
import { Invitation } from "./invitation.tsx";
import type { Presenter } from "./presenter.tsx";

const ABOUT =
  "Whoever opens this link sees your runs as they happen, side by side too, and their prompts, until you end it. What a lesson hides from you it hides from them. In Learn you can ask them what it asks.";

export const Strip = ({ hall }: { hall: Presenter }) => (
  <section class="tdp-hall-strip" aria-label="Watch together">
    <b>Hall open</b>
    <span class="tdp-hall-count" role="status">
      {hall.count.value === 0 ? "nobody watches yet" : `${hall.count} watching`}
    </span>
    <span role="status">{hall.status}</span>
    <label title="They see the step and the cell that you see">
      <input type="checkbox" checked={hall.lead.on} onChange={() => hall.lead.turn(!hall.lead.on.value)} />
      {" Lead"}
    </label>
    <Button face="Link and code" hint="Show the link and a code for phones" onClick={() => hall.dialog.showModal()} />
    <Button face="End" hint="End the hall for everyone" onClick={() => hall.end()} />
  </section>
);

export const Invite = ({ hall, link }: { hall: Presenter; link: string }) => (
  <dialog class="tdp-hall" aria-label="Watch together">
    <h2>Watch together</h2>
    <p>{ABOUT}</p>
    <Invitation link={link} />
    <label class="tdp-hall-row" title="Whoever comes from now on must type it; those who are there stay">
      <input type="checkbox" checked={hall.asks} onChange={() => hall.askCode(!hall.asks.value)} />
      Ask for a code
    </label>
    <p class="tdp-hall-digits" aria-label="Code for those who come" role="status">
      {hall.code.value.replace(/^.../, "$& ")}
    </p>
    <div class="tdp-hall-row">
      <Button face="Close" hint="Go on; the hall stays open" onClick={() => hall.dialog.close()} />
    </div>
  </dialog>
);
