/** A lane that is no trace: what a model on another server writes, as it arrives and at the times at which it did. */

import { button, element, setText } from "../dom/elements.js";
import { RIVAL_IS, rivalSentence, textAt } from "../words/rival.js";

/** @typedef {import("../words/rival.js").Answer} Answer */

const ASK_MS = 150;

export class RivalLane {
  /**
   * @param {HTMLElement} place the lane stands after it
   * @param {import("./engine.js").Server} server
   */
  constructor(place, server) {
    this.server = server;
    this.title = element("strong", { dir: "auto" });
    this.where = element("span", { class: "tdp-lane-where" });
    const again = button("↻", "Show again how the answer arrived, at its own pace");
    again.onclick = () => this.#replay();
    const away = button("×", "Take the rival away");
    away.onclick = () => this.close();
    const head = element("div", { class: "tdp-lane-head" }, element("b", { class: "tdp-lane-letter" }, "R"), this.title, this.where, again, away);
    this.text = element("p", { class: "tdp-rival-text", dir: "auto", tabindex: "0" });
    this.said = element("p", { class: "tdp-hint", role: "status" });
    this.root = element("section", { class: "tdp-rival", "aria-label": "Rival", hidden: "" }, head, this.text, this.said, element("p", { class: "tdp-hint" }, RIVAL_IS));
    place.after(this.root);
    /** The answer that is shown, and what it answers. */
    this.name = this.prompt = "";
    /** @type {Answer} */
    this.answer = { pieces: [], over: true, tokens: null, seconds: 0, refused: "" };
    /** Counts what is played; a later one ends an earlier one. */
    this.played = 0;
  }

  /**
   * @param {{ prompt: string, system: string, most: number }} asked
   * @returns {Promise<void>} when it has all arrived
   */
  async race(asked) {
    this.close();
    const begun = await this.server.rival(JSON.stringify(asked));
    if (!begun?.name) throw new Error(begun?.refused ?? "The server does not answer; try again in a moment.");
    this.root.hidden = false;
    this.prompt = asked.prompt;
    const name = (this.name = begun.name);
    const answer = (this.answer = { pieces: [], over: false, tokens: null, seconds: 0, refused: "" });
    setText(this.title, begun.source);
    while (!answer.over && this.name === name) {
      const more = await this.server.rival_said(`${name} ${answer.pieces.length}`).catch(() => undefined);
      if (more === undefined) Object.assign(answer, { over: true, refused: "The server does not answer; what had arrived is kept." });
      else Object.assign(answer, more, { pieces: [...answer.pieces, ...more.pieces] });
      if (this.name === name) this.#show(Infinity);
      if (!answer.over) await new Promise((give) => setTimeout(give, ASK_MS));
    }
  }

  /** @param {string | undefined} prompt of the run that is shown; an answer to another one goes away */
  beside(prompt) {
    if (!this.root.hidden && prompt !== this.prompt) this.close();
  }

  /** Takes the lane away, and hangs up. */
  close() {
    if (!this.answer.over) this.server.rival_stop(this.name).catch(() => {}); // it ends by itself when nobody asks
    this.name = "";
    this.played += 1;
    this.root.hidden = true;
  }

  /** @param {number} seconds since the request */
  #show(seconds) {
    const { answer } = this;
    this.text.textContent = textAt(answer, seconds);
    const last = answer.pieces.at(-1)?.[0] ?? 0;
    setText(this.where, `${answer.over ? "RECORDED on arrival" : "LIVE"} · ${Math.min(seconds, last).toFixed(1)} s${answer.over && seconds >= last ? ", over" : ""}`);
    setText(this.said, [rivalSentence(answer), answer.refused].filter(Boolean).join(" "));
  }

  #replay() {
    if (!this.answer.over) return;
    const played = (this.played += 1);
    const began = performance.now();
    const last = this.answer.pieces.at(-1)?.[0] ?? 0;
    const show = () => {
      if (played !== this.played) return;
      const seconds = (performance.now() - began) / 1000;
      this.#show(seconds);
      if (seconds < last) requestAnimationFrame(show);
    };
    show();
  }
}
