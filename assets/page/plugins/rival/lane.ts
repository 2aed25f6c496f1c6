/**
 * A lane that is no trace: what a model on another server writes. While it arrives all of it is shown; then it stands on
 * the common clock, a piece for a pass, or by the seconds at which its pieces arrived.
 */

import { button, element, messageOf, setText } from "../../dom/elements.ts";
import { post } from "../../engine/events.ts";
import { ServerTape } from "../../engine/tape.ts";
import { LOST } from "../../page/live.ts";
import { RIVAL_IS, aboutSentence, askedSentence, rivalSentence, textOf, whereSentence } from "./sentences.ts";
import type { Message } from "../../engine/tape.ts";
import type { Player } from "../../player/player.ts";
import type { Guest } from "../../run/axis.ts";
import type { Answer } from "./sentences.ts";

const nothing = (): Answer => ({ pieces: [], over: true, tokens: null, seconds: 0, refused: "" });

export class RivalLane implements Guest {
  letter = "R";
  about = aboutSentence(this.letter);
  named: (source: string) => void;
  head = element("strong", { dir: "auto" });
  where = element("span.tdp-lane-where");
  text = element("p.tdp-rival-text", { dir: "auto", tabindex: "0" });
  status = element("p.tdp-hint", { role: "status" });
  again = button("Ask again", "Send this prompt to the other server, and show its text as it arrives");
  root: HTMLElement;
  /** The prompt that is answered; "" while an address only names the rival. */
  prompt = "";
  /** What comes of it. */
  tape: ServerTape | null = null;
  answer: Answer;
  moment = 0;

  /**
   * @param source who would answer here; "" for nobody
   * @param page is told who answers, "" for nobody any more, and asks again
   */
  constructor(
    public player: Player,
    public source: string,
    { named, again }: { named: (source: string) => void; again: () => void },
  ) {
    this.named = named;
    const away = button("×", "Take the rival away");
    away.onclick = () => this.close();
    const head = element("div.tdp-lane-head", element("b.tdp-lane-letter", this.letter), this.head, this.where, away);
    this.again.classList.add("tdp-pill");
    this.again.onclick = again;
    this.root = element(
      "section.tdp-rival.tdp-makes",
      { "aria-label": "Rival" },
      head,
      this.text,
      this.status,
      this.again,
      element("p.tdp-hint", RIVAL_IS),
    );
    this.answer = nothing();
  }

  get title() {
    return this.head.textContent ?? "";
  }

  get moments() {
    return { length: this.answer.over ? this.answer.pieces.length + 1 : 1 };
  }

  get figures() {
    const { pieces, over, tokens, refused } = this.answer;
    const stopped = !over ? "going on" : refused !== "" ? "broken off" : pieces.length > 0 ? "complete" : "–";
    const seconds = over ? (pieces.at(-1)?.[0] ?? NaN) : NaN;
    return { tokens: tokens ?? NaN, seconds, timed: "on arrival", stopped };
  }

  spent(measure: "work" | "seconds") {
    const { pieces, over } = this.answer;
    if (measure === "work") return "does not say what its work is";
    if (!over) return "goes on";
    return pieces.length === 0 ? "has no answer" : [0, ...pieces.map(([at]) => at)];
  }

  paint(moment: number) {
    this.moment = moment;
    const { answer } = this;
    setText(this.text, textOf(answer, answer.over ? moment : Infinity));
    setText(this.where, this.prompt === "" ? "" : whereSentence(answer, moment));
  }

  /** @param named by an address: who answered */
  offer(named: string) {
    setText(this.head, named);
    setText(this.status, askedSentence(named, this.source));
    this.again.hidden = this.source !== named;
    this.player.sideBySide.host(this);
  }

  /** @returns when it has all arrived */
  async race(run: { prompt: string; system: string; most: number }): Promise<void> {
    const begun = await post("rival", run);
    this.#hangUp();
    this.prompt = run.prompt;
    const tape = (this.tape = new ServerTape(begun));
    const answer = (this.answer = { ...nothing(), over: false });
    setText(this.head, this.source);
    this.again.hidden = true;
    this.named(this.source);
    this.player.sideBySide.host(this);
    try {
      for await (const message of tape.messages((lost) => this.tape === tape && this.#say(lost ? LOST : ""))) {
        if (this.tape !== tape) return;
        this.#take(answer, message);
      }
    } catch (error) {
      this.#take(answer, { kind: "over", sentence: messageOf(error) });
    }
    if (this.tape !== tape) return;
    this.player.sideBySide.host(this);
    if (!this.player.playing) this.player.seek(this.player.axis.count - 1); // all of it, as it was seen until now
  }

  #take(answer: Answer, message: Message) {
    if (message.kind === "rival")
      Object.assign(answer, {
        pieces: [...answer.pieces, ...message.pieces],
        tokens: message.tokens,
        seconds: message.seconds,
      });
    else if (message.kind === "over") Object.assign(answer, { over: true, refused: message.sentence });
    this.#say();
    this.paint(this.moment);
  }

  /** @param sentence in place of what is to be said of the answer */
  #say(sentence: string = "") {
    setText(this.status, sentence || [rivalSentence(this.answer), this.answer.refused].filter(Boolean).join(" "));
  }

  /** @param prompt of the run that is shown; an answer to another one goes away */
  beside(prompt: string | undefined) {
    if (this.prompt !== "" && prompt !== this.prompt) this.close();
  }

  /** Takes the lane away, and hangs up. */
  close() {
    this.#hangUp();
    this.prompt = "";
    this.answer = nothing();
    this.named("");
    this.player.sideBySide.host(null);
  }

  #hangUp() {
    if (!this.answer.over) this.tape?.stop();
    this.tape = null;
  }
}
