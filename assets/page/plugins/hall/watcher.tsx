/**
 * The page of one who watches a presenter's runs: each run as it is made, and the presenter's place if they lead. It hides
 * what the presenter's page hides; until that is shown, nobody runs ahead.
 */

import { render } from "preact";
import { messageOf } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { BarredError } from "../../engine/events.ts";
import { made } from "../../ui/made.ts";
import { rememberSeat, seatIn } from "./open-hall.ts";
import { plainText } from "../../words/glyphs.ts";
import { Ballot } from "./ballot.tsx";
import { HallLane } from "./lane.ts";
import { Place } from "./place.ts";
import { follow } from "./stream.ts";
import { Watching } from "./watching.tsx";
import type { Around } from "../../page/places.ts";
import type { Withheld } from "../../player/withheld.ts";
import type { Recording } from "../../run/recording.ts";
import type { Told } from "./lane.ts";
import type { Message } from "./stream.ts";

export type Hidden = keyof Withheld | "panels";
export class Watcher {
  /** What the hall shows side by side. */
  lanes: HallLane[] = [];
  /** Which of them the next messages are about. */
  at = 0;
  /** The first one, once it stands on the page. */
  standing: HallLane | null = null;
  /** What the presenter's page hides. */
  hidden: Hidden[] = [];
  /** From where this page answers questions. */
  seat: string;
  /** What the reader typed, if the presenter asks for a code. */
  code = "";
  place: Place;
  over = new AbortController();
  /** Must the code be typed first? */
  barred = false;
  strip = made(<section class="tdp-hall-strip" aria-label="Watching together" />);
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
    this.ballot = new Ballot(
      page,
      () => ({ watch: token, seat: this.seat }),
      () => {
        this.#hide();
        this.#draw();
      },
    );
    this.strip.after(this.ballot.root);
    this.place = new Place(
      page,
      () => this.standing,
      () => this.hides,
      () => this.#draw(),
      this.over.signal,
    );
    this.#draw();
    this.#join();
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
      this.#draw(error.message);
    }
  }

  /** The page is the reader's own again; what they have seen stays. @param sentence why */
  end(sentence: string = "") {
    if (this.over.signal.aborted) return;
    this.over.abort();
    const { root, sharing, player } = this.page;
    this.#stop(this.lanes);
    this.hidden = [];
    this.ballot.end();
    root.classList.remove("tdp-watching");
    sharing.bound = false;
    sharing.leave();
    player.refresh();
    if (sentence === "") this.strip.remove();
    else {
      const close = (
        <button type="button" title="Put this line away" onClick={() => this.strip.remove()}>
          Close
        </button>
      );
      render([<span role="status">{plainText(sentence)}</span>, close], this.strip);
    }
  }

  #take(message: Message) {
    if (message.kind === "closed") return this.end(String(message.sentence));
    if (message.kind === "seat") {
      this.seat = String(message.seat);
      return rememberSeat(this.token, this.seat);
    }
    if (message.kind === "question") return this.ballot.take(message.stage === "none" ? null : (message as any));
    if (message.kind === "hall") return this.#turn(message);
    if (message.kind === "lead") {
      this.place.lead = message.lead;
      this.place.follow();
      return this.#draw();
    }
    if (message.kind === "lane") return void (this.at = message.lane);
    if (message.kind === "waiting") return this.#draw(String(message.sentence));
    if (message.run === undefined) return;
    const lane = this.lanes[this.at];
    try {
      const sentence = lane.take(message);
      if (sentence !== "" && lane.recording === null) this.#draw(sentence);
    } catch (error) {
      this.#draw(messageOf(error));
    }
  }

  /** The hall goes to other runs, or hides something else. */
  #turn({ lanes, hidden }: Message) {
    const before = this.lanes;
    this.lanes = lanes.map((lane: Told) => {
      const known = before.find(({ name, reader }) => name === (lane.run || lane.example) && !reader.broken);
      if (known === undefined) return this.#begin(lane);
      if (lane.anew) known.again();
      return known;
    });
    this.#stop(before.filter((lane) => !this.lanes.includes(lane)));
    Object.assign(this, { at: 0, hidden });
    this.place.lead = null;
    this.#hide();
    this.#stand();
    this.#draw();
  }

  /** @param lanes of which no more will come */
  #stop(lanes: HallLane[]) {
    const live = lanes.filter(({ recording }) => recording?.live);
    for (const lane of live) lane.stop();
    if (live.length > 0) this.page.player.finish();
  }

  #begin(shown: Told): HallLane {
    const { player } = this.page;
    const lane = new HallLane(this.page, shown, {
      begun: () => this.#stand(),
      grown: () => {
        if (lane.recording && player.lanes.includes(lane.recording)) player.grow();
        if (!this.place.lead?.playing) this.place.follow();
        this.#draw();
      },
      ended: () => {
        player.grow();
        if (!player.lanes.some(({ live }) => live)) player.finish();
        this.#stand();
      },
      completed: (recording) => {
        this.page.lanes.completed(recording);
        if (player.lanes.includes(recording)) player.grow();
      },
    });
    if (shown.example !== "")
      lane.read().catch((error) => {
        if (!this.over.signal.aborted) this.#draw(messageOf(error));
      });
    return lane;
  }

  /**
   * Shows the runs of the hall side by side, as far as they are there, unless the reader looks at another one. What comes
   * after the end changes nothing.
   */
  #stand() {
    if (this.over.signal.aborted) return;
    const { player, runList } = this.page;
    const missing = this.lanes.findIndex(({ recording }) => recording === null);
    const [first, ...others] = missing < 0 ? this.lanes : this.lanes.slice(0, missing);
    if (!first?.item || !first.recording) return;
    if (this.standing !== first) {
      this.standing = first;
      runList.select(first.item);
      player.show(first.recording, this.hides ? 0 : undefined);
    }
    if (runList.shown !== first.item) return;
    player.views.mode = others.length > 0 ? "compare" : "watch";
    const beside = others.map(({ recording, item }) => {
      const lane = recording as Recording;
      if (item) this.page.lanes.entries.set(lane, item);
      return lane;
    });
    player.sideBySide.compare(beside);
    this.place.follow();
    this.#draw();
  }

  /** Is something hidden that the presenter has not shown yet? */
  get hides() {
    return this.hidden.length > 0 || this.ballot.hidden.length > 0;
  }

  #hide() {
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
  #draw(sentence: string = "") {
    if (this.over.signal.aborted) return;
    const { place, hides, barred } = this;
    const { lead, led } = place;
    const { player } = this.page;
    const live = this.lanes.some(({ recording }) => recording?.live);
    const here = led ? "the presenter leads" : lead ? "on your own" : live ? "as it is made" : "";
    const state = this.lanes.length === 0 ? "the presenter’s first run is yet to come" : here;
    const enter = (code: string) => {
      Object.assign(this, { code, barred: false });
      this.#draw(sentence);
      this.#join();
    };
    const line = (
      <Watching
        status={plainText(sentence || state)}
        free={live && !led && !hides}
        led={lead === null || hides ? null : led}
        enter={barred ? enter : null}
        start={() => {
          place.free();
          player.seek(0);
          player.play();
        }}
        now={() => {
          place.free();
          player.seek(player.clock.count - 1);
        }}
        turn={() => place.turn()}
        leave={() => this.end()}
      />
    );
    render(line, this.strip);
  }
}
