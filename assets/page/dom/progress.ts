/** The count of work that goes on for long: seen at each change, and spoken at each quarter, so that other things can be heard too. */

import { element, setText } from "./elements.ts";

export class Progress {
  seen = element("p");
  spoken = element("p.tdp-spoken", { role: "status" });
  /** What was spoken last: a sentence, or the quarter of a count. */
  #last: string | number = "";

  /** @param share that is done, 0 .. 1; null where the sentence counts nothing */
  show(sentence: string, share: number | null = null) {
    setText(this.seen, sentence);
    const now = share === null ? sentence : Math.floor(4 * share);
    if (now === this.#last) return;
    this.#last = now;
    setText(this.spoken, sentence);
  }
}
