/**
 * A lane that is no trace: what a model on another server writes. While it arrives all of it is shown; then it stands on
 * the common clock, a piece for a pass, or by the seconds at which its pieces arrived.
 */

import { signal } from "@preact/signals";
import { messageOf } from "../../dom/elements.ts";
import { post } from "../../engine/events.ts";
import { ServerTape } from "../../engine/tape.ts";
import { aboutSentence } from "./sentences.ts";
import type { Message } from "../../engine/tape.ts";
import type { Player } from "../../player/player.ts";
import type { Guest } from "../../run/axis.ts";
import type { Answer } from "./sentences.ts";

const NOTHING: Answer = { pieces: [], over: true, tokens: null, seconds: 0, refused: "" };

export class RivalLane implements Guest {
  readonly letter = "R";
  readonly about = aboutSentence(this.letter);
  /** Who answers. */
  readonly named = signal("");
  /** The prompt that is answered; "" while an address only names the rival. */
  readonly prompt = signal("");
  readonly answer = signal(NOTHING);
  readonly lost = signal(false);
  /** As many as the answer has, or more, once it is over. */
  readonly moment = signal(0);
  /** What comes of the prompt. */
  #tape: ServerTape | null = null;

  /**
   * @param root of what is drawn of it
   * @param source who would answer here; "" for nobody
   * @param tell the page who answers, "" for nobody any more
   */
  constructor(
    public root: HTMLElement,
    public player: Pick<Player, "axis" | "playing" | "seek" | "sideBySide">,
    public source: string,
    public tell: (named: string) => void,
  ) {}

  get title() {
    return this.named.value;
  }

  get moments() {
    const { pieces, over } = this.answer.value;
    return { length: over ? pieces.length + 1 : 1 };
  }

  get figures() {
    const { pieces, over, tokens, refused } = this.answer.value;
    const stopped = !over ? "going on" : refused !== "" ? "broken off" : pieces.length > 0 ? "complete" : "–";
    const seconds = over ? (pieces.at(-1)?.[0] ?? NaN) : NaN;
    return { tokens: tokens ?? NaN, seconds, timed: "on arrival", stopped };
  }

  spent(measure: "work" | "seconds") {
    const { pieces, over } = this.answer.value;
    if (measure === "work") return "does not say what its work is";
    if (!over) return "goes on";
    return pieces.length === 0 ? "has no answer" : [0, ...pieces.map(([at]) => at)];
  }

  paint(moment: number) {
    this.moment.value = moment;
  }

  /** @param named by an address: who answered */
  offer(named: string) {
    this.named.value = named;
    this.player.sideBySide.host(this);
  }

  /** @returns when it has all arrived */
  async race(run: { prompt: string; system: string; most: number }): Promise<void> {
    const begun = await post("rival", run);
    this.#hangUp();
    const tape = (this.#tape = new ServerTape(begun));
    this.prompt.value = run.prompt;
    this.answer.value = { ...NOTHING, over: false };
    this.named.value = this.source;
    this.tell(this.source);
    this.player.sideBySide.host(this);
    try {
      for await (const message of tape.messages((lost) => this.#tape === tape && (this.lost.value = lost))) {
        if (this.#tape !== tape) return;
        this.#take(message);
      }
    } catch (error) {
      if (this.#tape === tape) this.#take({ kind: "over", sentence: messageOf(error) });
    }
    if (this.#tape !== tape) return;
    this.player.sideBySide.host(this);
    if (!this.player.playing) this.player.seek(this.player.axis.count - 1); // all of it, as it was seen until now
  }

  #take(message: Message) {
    const { value: answer } = this.answer;
    this.lost.value = false;
    if (message.kind === "rival") {
      const { tokens, seconds } = message;
      this.answer.value = { ...answer, pieces: [...answer.pieces, ...message.pieces], tokens, seconds };
    } else if (message.kind === "over") this.answer.value = { ...answer, over: true, refused: message.sentence };
  }

  /** @param prompt of the run that is shown; an answer to another one goes away */
  beside(prompt: string | undefined) {
    if (this.prompt.value !== "" && prompt !== this.prompt.value) this.close();
  }

  /** Takes the lane away, and hangs up. */
  close() {
    this.#hangUp();
    this.prompt.value = "";
    this.answer.value = NOTHING;
    this.tell("");
    this.player.sideBySide.host(null);
  }

  #hangUp() {
    if (!this.answer.value.over) this.#tape?.stop();
    this.#tape = null;
    this.lost.value = false;
  }
}
