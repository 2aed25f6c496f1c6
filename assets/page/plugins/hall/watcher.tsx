/**
 * The page of one who watches a presenter's runs: each run as it is made, and the presenter's place if they lead. It hides
 * what the presenter's page hides; until that is shown, nobody runs ahead.
 */

import { render } from "preact";
import { messageOf } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { BarredError } from "../../engine/events.ts";
import { Button } from "../../ui/button.tsx";
import { made } from "../../ui/made.ts";
import { rememberSeat, seatIn } from "./open-hall.ts";
import { plainText } from "../../words/glyphs.ts";
import { Ballot } from "./ballot.tsx";
import { Place } from "./place.ts";
import { Runs } from "./runs.ts";
import { follow } from "./stream.ts";
import { Watching } from "./watching.tsx";
import type { Around } from "../../page/places.ts";
import type { Withheld } from "../../player/withheld.ts";
import type { Message } from "./stream.ts";

export type Hidden = keyof Withheld | "panels";

export class Watcher {
  /** What the presenter's page hides. */
  hidden: Hidden[] = [];
  /** From where this page answers questions. */
  seat: string;
  /** What the reader typed, if the presenter asks for a code. */
  code = "";
  /** Must the code be typed first? */
  barred = false;
  over = new AbortController();
  strip = made(<section class="tdp-hall-strip" aria-label="Watching together" />);
  runs = new Runs(this);
  place: Place;
  ballot: Ballot;

  constructor(
    public page: Around,
    public token: string,
  ) {
    addPluginStyle("hall");
    this.seat = seatIn(token);
    const { shell, root, sharing } = page;
    shell.note.before(this.strip);
    root.classList.add("tdp-watching");
    sharing.bound = true;
    this.ballot = new Ballot(this);
    this.strip.after(this.ballot.root);
    this.place = new Place(this);
    this.draw();
    this.#join();
  }

  /** What the hall shows side by side. */
  get lanes() {
    return this.runs.lanes;
  }

  /** Reads the stream of the hall until it is over; first, if it must be, the reader types the code. */
  async #join() {
    const more = () => ({
      ...(this.seat !== "" && { "Hall-Seat": this.seat }),
      ...(this.code !== "" && { "Hall-Code": this.code }),
    });
    try {
      await follow("watch", this.token, (message) => this.#take(message), this.over.signal, more);
    } catch (error) {
      if (!(error instanceof BarredError)) return this.end(messageOf(error));
      this.barred = true;
      this.draw(error.message);
    }
  }

  /** @param code that the reader typed @param sentence that stays until there is news */
  enter(code: string, sentence: string) {
    Object.assign(this, { code, barred: false });
    this.draw(sentence);
    this.#join();
  }

  /** The page is the reader's own again; what they have seen stays. @param sentence why */
  end(sentence: string = "") {
    if (this.over.signal.aborted) return;
    this.over.abort();
    const { root, sharing, player } = this.page;
    this.runs.turn([]);
    this.hidden = [];
    this.ballot.end();
    root.classList.remove("tdp-watching");
    sharing.bound = false;
    sharing.leave();
    player.refresh();
    if (sentence === "") return this.strip.remove();
    const close = <Button face="Close" hint="Put this line away" onClick={() => this.strip.remove()} />;
    render([<span role="status">{plainText(sentence)}</span>, close], this.strip);
  }

  #take(message: Message) {
    const { kind } = message;
    if (kind === "closed") this.end(String(message.sentence));
    else if (kind === "seat") rememberSeat(this.token, (this.seat = String(message.seat)));
    else if (kind === "question") this.ballot.take(message.stage === "none" ? null : (message as any));
    else if (kind === "hall") this.#turn(message);
    else if (kind === "lane") this.runs.at = message.lane;
    else if (kind === "waiting") this.draw(String(message.sentence));
    else if (kind === "lead") {
      this.place.lead = message.lead;
      this.place.follow();
      this.draw();
    } else if (message.run !== undefined) this.runs.take(message);
  }

  /** The hall goes to other runs, or hides something else. */
  #turn({ lanes, hidden }: Message) {
    this.runs.turn(lanes);
    this.hidden = hidden;
    this.place.lead = null;
    this.hide();
    this.runs.stand();
    this.draw();
  }

  /** Is something hidden that the presenter has not shown yet? */
  get hides() {
    return this.hidden.length > 0 || this.ballot.hidden.length > 0;
  }

  hide() {
    const { root, player } = this.page;
    const hidden = (name: Hidden) => this.hidden.includes(name) || this.ballot.hidden.includes(name);
    player.views.withhold({
      decision: hidden("decision"),
      length: hidden("length"),
      before: hidden("before"),
      colours: hidden("colours"),
    });
    root.classList.toggle("tdp-questioned", this.hides || this.ballot.waits);
  }

  /** @param sentence said of what has just happened; "" for what the reader sees */
  draw(sentence: string = "") {
    if (!this.over.signal.aborted) render(<Watching hall={this} sentence={sentence} />, this.strip);
  }
}
