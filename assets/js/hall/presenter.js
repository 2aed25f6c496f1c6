/** The page of one who presents: opens a hall, tells it which run is shown and, if asked to, where; and ends it. */

import { plainText } from "../cells/glyphs.js";
import { button, element, setText } from "../dom/elements.js";
import { addStyle } from "../dom/style.js";
import { copyText } from "../page/clipboard.js";
import { encode } from "../vendor/uqr.js";
import { Classroom } from "./classroom.js";
import { rememberHall, openHall } from "./open-hall.js";
import { ask, follow } from "./stream.js";

/** The place is told at most so often. */
const LEAD_MS = 400;
const MOST_SPEED = 60;
const ELSEWHERE =
  "They do not see this run: only this browser has it. They see runs that you make here, and the examples.";

export class Presenter {
  /** @param {import("../page/page.js").Page} page @param {import("./open-hall.js").Tokens} tokens */
  constructor(page, tokens) {
    addStyle("hall");
    this.page = page;
    this.tokens = tokens;
    this.over = new AbortController();
    this.ending = false;
    /** Settles when the server has answered all. @type {Promise<unknown>} */
    this.answers = Promise.resolve();
    /** The run, or the example, that the hall was told to show. */
    this.shown = "";
    /** What was told of the place, in short. */
    this.sent = "null";
    this.next = 0;
    this.link = new URL(`#watch=${tokens.watch}`, location.href).href;
    const url = element("input.tdp-hall-link", { readonly: "", "aria-label": "Link to the hall", value: this.link });
    url.onfocus = () => url.select();
    const copy = button("Copy link", "Copy the link for those who watch");
    copy.onclick = async () => (copy.textContent = (await copyText(this.link)) ? "Copied" : "Copy it from the field");
    this.count = element("span.tdp-hall-count", { role: "status" }, "nobody watches yet");
    this.status = element("span.tdp-hall-said", { role: "status" });
    this.leads = element("input", { type: "checkbox" });
    this.leads.onchange = () => this.#place();
    /** What those who come must type; "" for nothing. */
    this.code = "";
    this.asks = element("input", { type: "checkbox" });
    this.asks.onchange = () =>
      ask("/code", { control: tokens.control, on: this.asks.checked }).then(
        ({ code }) => this.#showCode(code),
        () => this.#showCode(this.code),
      );
    this.digits = element("p.tdp-hall-digits", { "aria-label": "Code for those who come", role: "status" });
    const show = button("Link and code", "Show the link and a code for phones");
    const end = button("End", "End the hall for everyone");
    end.onclick = () => this.end();
    const close = button("Close", "Go on; the hall stays open");
    this.dialog = element(
      "dialog.tdp-hall",
      { "aria-label": "Watch together" },
      element("h2", "Watch together"),
      element(
        "p",
        "Whoever opens this link sees your runs as they happen, and their prompts, until you end it. Of runs side by side they see only the first. In Learn you can ask them what a lesson asks.",
      ),
      codeOf(this.link),
      element("div.tdp-hall-row", url, copy),
      element(
        "label.tdp-hall-row",
        { title: "Whoever comes from now on must type it; those who are there stay" },
        this.asks,
        "Ask for a code",
      ),
      this.digits,
      element("div.tdp-hall-row", close),
    );
    close.onclick = () => this.dialog.close();
    show.onclick = () => this.dialog.showModal();
    this.strip = element(
      "section.tdp-hall-strip",
      { "aria-label": "Watch together" },
      element("b", "Hall open"),
      this.count,
      this.status,
      element("label", { title: "They see the step and the cell that you see" }, this.leads, " Lead"),
      show,
      end,
    );
    page.shell.note.before(this.strip);
    page.root.append(this.dialog);
    const lead = () => {
      this.leads.checked = true;
      this.#place();
    };
    this.classroom = new Classroom(page, (path, body) => this.#ask(path, body), lead);
    const { signal } = this.over;
    page.player.addEventListener("paint", () => this.update(), { signal });
    follow("attend", tokens.control, (message) => this.#take(message), signal).catch((error) =>
      this.#ended(error.message),
    );
    this.update();
  }

  /** Another run is shown, or another moment of it. */
  update() {
    const { player, runList } = this.page;
    const { recording } = player;
    if (recording === null || this.ending) return;
    const run = runList.shown?.run;
    const example = run?.kind === "recorded" ? run.name : "";
    const shown = example || recording.made || recording.run;
    if (shown !== this.shown) {
      this.shown = shown;
      this.sent = "null";
      const { lesson } = this.page.extras;
      this.#ask("/show", example ? { example, lesson: lesson?.name ?? "" } : { run: shown }).then(
        (taken) => (this.status.textContent = taken ? "" : ELSEWHERE),
      );
    }
    this.#place();
    this.classroom.update();
  }

  /** Tells where the presenter is; soon, if it was told a moment ago. */
  #place() {
    if (this.next !== 0 || this.ending) return;
    const { clock, moment, views, recording } = this.page.player;
    const { playing, following: live } = clock;
    const speed = Number.isFinite(clock.speed) ? clock.speed : MOST_SPEED;
    const lead =
      this.leads.checked && recording
        ? { run: this.shown, moment: Math.max(moment, 0), playing, speed, live, position: views.chosen }
        : null;
    // While it plays or grows, those who follow go on by themselves.
    const message = JSON.stringify(lead && { ...lead, moment: playing || live ? -1 : moment });
    if (message === this.sent) return;
    this.sent = message;
    this.#ask("/lead", { lead });
    this.next = window.setTimeout(() => {
      this.next = 0;
      this.#place();
    }, LEAD_MS);
  }

  /** Ends the hall for everyone. */
  async end() {
    this.ending = true;
    await this.answers; // what was told just before must not come after the end
    await this.#ask("/end", {});
    this.#ended("");
  }

  /** @param {string} path @param {object} body @returns {Promise<boolean>} was it taken? */
  async #ask(path, body) {
    const answer = ask(path, { control: this.tokens.control, ...body });
    this.answers = Promise.allSettled([this.answers, answer]);
    try {
      await answer;
      return true;
    } catch {
      return false; // if the hall has ended, its stream says so
    }
  }

  /** @param {string} code that those who come must type; "" for none */
  #showCode(code) {
    this.code = code;
    this.asks.checked = code !== "";
    setText(this.digits, code.replace(/^.../, "$& "));
  }

  /** @param {import("./stream.js").Message} message */
  #take(message) {
    const { kind, count, votes, sentence } = message;
    if (kind === "closed") this.#ended(String(sentence));
    else if (kind === "question") this.classroom.take(message.stage === "none" ? null : /** @type {any} */ (message));
    else if (kind === "code") this.#showCode(String(message.code));
    else if (kind === "watching") {
      this.count.textContent = count === 0 ? "nobody watches yet" : `${count} watching`;
      this.classroom.counts(count, votes);
    }
  }

  /** @param {string} sentence why, "" if the presenter ended it */
  #ended(sentence) {
    if (this.over.signal.aborted) return;
    this.over.abort();
    rememberHall(null);
    this.strip.remove();
    this.dialog.remove();
    this.classroom.root.remove();
    if (sentence !== "") this.page.say(plainText(sentence));
    this.page.extras.hall = null;
  }
}

/** @param {import("../page/page.js").Page} page @returns {Promise<Presenter>} */
export async function present(page) {
  const tokens = openHall() ?? (await ask("", {}));
  rememberHall(tokens);
  return new Presenter(page, tokens);
}

/** @param {string} text @returns {HTMLCanvasElement} a code that phones read, black on white in any theme */
function codeOf(text) {
  const { size, data } = encode(text, { border: 2 });
  const canvas = element("canvas.tdp-hall-code", {
    width: String(size),
    height: String(size),
    role: "img",
    "aria-label": "Code with the link, for phones",
  });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size, size);
  context.fillStyle = "#000";
  data.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(x, y, 1, 1)));
  return canvas;
}
