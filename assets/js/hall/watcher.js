/** The page of one who watches a presenter's runs: each run as it is made, and the presenter's place if they lead. */

import { plainText } from "../cells/glyphs.js";
import { button, element, messageOf } from "../dom/elements.js";
import { addStyle } from "../dom/style.js";
import { BarredError } from "../engine/events.js";
import { Pages } from "../learn/pages.js";
import { knownRun, readRun } from "../learn/runs.js";
import { readTrace } from "../run/trace.js";
import { WireReader } from "../run/wire.js";
import { Ballot } from "./ballot.js";
import { codeEntry } from "./code-entry.js";
import { rememberSeat, seatIn } from "./open-hall.js";
import { follow } from "./stream.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {{ run: string, moment: number, playing: boolean, speed: number, live: boolean, position: number | null }} Lead */

/** When a run ends, so many fetch it whole; each waits up to this long. */
const SPREAD_MS = 4000;
const STEERING = new Set(["ArrowLeft", "ArrowRight", "Home", "End", " "]);

export class Watcher {
  /** @param {import("../page/page.js").Page} page @param {string} token */
  constructor(page, token) {
    addStyle("hall");
    this.page = page;
    this.reader = new WireReader("");
    /** Which run of its request the hall shows. */
    this.place = 0;
    /** How many messages of the run have come, and how many of them are yet to come again after a broken connection. */
    this.taken = this.past = 0;
    /** The run, or the example, that the hall shows. */
    this.shown = "";
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {import("../page/run-list.js").RunItem | null} */
    this.item = null;
    this.token = token;
    /** From where this page answers questions. */
    this.seat = seatIn(token);
    /** What the reader typed, if the presenter asks for a code. */
    this.code = "";
    /** Where the presenter is; null while they do not lead. @type {Lead | null} */
    this.lead = null;
    /** Does this page go where the presenter goes? */
    this.led = true;
    this.over = new AbortController();
    this.status = element("span", { role: "status" }, "Joining …");
    this.start = button("From the start", "Play the run from its first step");
    this.now = button("Now", "Go to the newest step");
    this.follow = button("", "");
    this.leave = button("Leave", "Stop watching; the page is yours again");
    this.strip = element(
      "section.tdp-hall-strip",
      { "aria-label": "Watching together" },
      element("b", "Watching"),
      this.status,
      this.start,
      this.now,
      this.follow,
      this.leave,
    );
    const { shell, root, player, sharing } = page;
    shell.note.before(this.strip);
    root.classList.add("tdp-watching");
    sharing.bound = true;
    this.ballot = new Ballot(page, () => ({ watch: token, seat: this.seat }));
    this.strip.after(this.ballot.root);
    this.start.onclick = () => {
      this.#free();
      player.seek(0);
      player.play();
    };
    this.now.onclick = () => {
      this.#free();
      player.seek(player.clock.count - 1);
    };
    this.follow.onclick = () => {
      this.led = !this.led;
      this.#follow();
      this.#draw();
    };
    this.leave.onclick = () => this.end();
    const { signal } = this.over;
    player.view.root.addEventListener("pointerdown", () => this.#free(), { signal });
    addEventListener("keydown", ({ key }) => STEERING.has(key) && this.#free(), { signal });
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
      this.status.textContent = plainText(error.message);
      const entry = codeEntry((code) => {
        entry.remove();
        this.code = code;
        this.#join();
      });
      this.leave.before(entry);
      entry.querySelector("input")?.focus();
    }
  }

  /** The page is the reader's own again; what they have seen stays. @param {string} [sentence] why */
  end(sentence = "") {
    if (this.over.signal.aborted) return;
    this.over.abort();
    const { root, sharing, player } = this.page;
    if (this.recording?.live) this.#stopped(this.recording);
    this.ballot.end();
    root.classList.remove("tdp-watching");
    sharing.bound = false;
    sharing.leave();
    player.refresh();
    if (sentence === "") this.strip.remove();
    else {
      this.status.textContent = plainText(sentence);
      const close = button("Close", "Put this line away");
      close.onclick = () => this.strip.remove();
      this.strip.replaceChildren(this.status, close);
    }
  }

  /** @param {import("./stream.js").Message} message */
  #take(message) {
    if (message.kind === "closed") return this.end(String(message.sentence));
    if (message.kind === "seat") {
      this.seat = String(message.seat);
      return rememberSeat(this.token, this.seat);
    }
    if (message.kind === "question")
      return this.ballot.take(message.stage === "none" ? null : /** @type {any} */ (message));
    if (message.kind === "hall") return this.#turn(message);
    if (message.kind === "lead") {
      this.lead = message.lead;
      this.#follow();
      return this.#draw();
    }
    if (message.run === undefined)
      return void (message.kind === "waiting" && (this.status.textContent = plainText(String(message.sentence))));
    if (message.run !== this.place) return;
    if (this.past > 0) return void (this.past -= 1);
    this.taken += 1;
    try {
      const { kind, sentence } = this.reader.read(message);
      if (kind === "start") this.#started(/** @type {Recording} */ (this.reader.recording));
      else if (kind === "frame") this.#grown();
      else if (kind === "end" || kind === "refused") this.#ended(sentence);
      else if (kind === "waiting") this.status.textContent = plainText(sentence);
    } catch (error) {
      this.status.textContent = messageOf(error);
    }
  }

  /** The hall goes to another run. @param {import("./stream.js").Message} message */
  #turn({ run, place, example, lesson }) {
    if (run !== "" && run === this.shown && !this.reader.broken) return void (this.past = this.taken); // told again after a broken connection
    if (this.recording?.live) this.#stopped(this.recording);
    this.shown = run || example;
    this.reader = new WireReader(run);
    this.place = place;
    this.taken = this.past = 0;
    this.recording = this.item = null;
    this.lead = null;
    this.#draw();
    if (example === "") return;
    this.#example(example, lesson).catch((error) => (this.status.textContent = messageOf(error)));
  }

  /** @param {string} example every page has it @param {string} lesson has it, if it is no example */
  async #example(example, lesson) {
    const { runList, player, assets } = this.page;
    let item = knownRun(runList, example);
    if (item === undefined && lesson !== "") {
      const pages = new Pages(assets);
      const read = await pages.lesson(lesson);
      if (Object.hasOwn(read.runs ?? {}, example)) item = await readRun(pages, runList, read, example);
    }
    if (item === undefined) throw new Error("The presenter shows an example that this page does not have.");
    if (this.shown !== example) return;
    this.item = item;
    await runList.choose(item, (recording) => {
      this.recording = recording;
      player.show(recording);
      this.#follow();
      this.#draw();
    });
  }

  /** @param {Recording} recording */
  #started(recording) {
    const { runList, player } = this.page;
    this.recording = recording;
    this.item = runList.addLive(recording, this.page.engine);
    runList.select(this.item);
    player.show(recording, -1);
    this.#draw();
  }

  #grown() {
    const { player } = this.page;
    if (player.recording !== this.recording) return;
    player.grow();
    if (this.lead && !this.lead.live) this.#follow();
    this.#draw();
  }

  /** @param {string} sentence for the reader, may be empty */
  #ended(sentence) {
    const { recording, item } = this;
    if (recording === null) return void (this.status.textContent = plainText(sentence));
    if (recording.live) this.#stopped(recording);
    if (item) this.page.runList.settle(item, recording);
    this.page.player.grow();
    this.page.player.finish();
    this.#draw();
    if (item) setTimeout(() => this.#complete(item, recording), Math.random() * SPREAD_MS);
  }

  /** @param {Recording} recording of which no more will come */
  #stopped(recording) {
    recording.end({ finishReason: "stopped", text: "", seconds: 0 });
    this.page.player.finish();
  }

  /**
   * The whole run takes the place of what came: it has the candidates too. Without it, every step is still there.
   *
   * @param {import("../page/run-list.js").RunItem} item
   * @param {Recording} partial
   */
  async #complete(item, partial) {
    try {
      const packed = await this.page.engine.trace(partial.run);
      const whole = await readTrace(packed, item.title, this.page.runList.maxMib);
      this.page.runList.settle(item, whole, packed);
      if (this.page.player.recording === partial) this.page.player.replace(whole);
      if (this.recording === partial) this.recording = whole;
    } catch {
      // The server keeps only its last runs.
    }
  }

  /** The reader has taken the playhead. */
  #free() {
    if (!this.led || this.lead === null) return;
    this.led = false;
    this.#draw();
  }

  /** Goes where the presenter is. */
  #follow() {
    const { lead } = this;
    const { player, runList } = this.page;
    // An example's recording gives way to the whole one once that is there.
    const shows = this.item === null ? player.recording === this.recording : runList.shown === this.item;
    if (!this.led || lead === null || lead.run !== this.shown || !shows || player.recording === null) return;
    player.views.choose(
      lead.position !== null && lead.position < player.recording.header.canvas_length ? lead.position : null,
    );
    const last = player.axis.count - 1;
    player.seek(lead.live ? last : Math.min(player.axis.tickOf(0, lead.moment), last));
    if (!lead.playing) return;
    player.clock.speed = lead.speed;
    player.play();
  }

  #draw() {
    const { recording, lead } = this;
    const live = recording?.live ?? false;
    this.follow.hidden = lead === null;
    this.follow.textContent = this.led ? "Look around" : "Back to the presenter";
    this.follow.title = this.led ? "Leave the presenter's step for a while" : "Go where the presenter is";
    this.start.hidden = this.now.hidden = !live || (lead !== null && this.led);
    this.status.textContent =
      this.shown === ""
        ? "the presenter’s first run is yet to come"
        : lead !== null && this.led
          ? "the presenter leads"
          : lead !== null
            ? "on your own"
            : live
              ? "as it is made"
              : "";
  }
}
