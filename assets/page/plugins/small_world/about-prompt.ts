/** Says under the prompt what the model will do with it, and leads on where that is not what was asked for. */

import { signal } from "@preact/signals";
import type { About } from "../../run/about.ts";

/** A reader who rests this long is asked for; on a server's page each question is a request. */
const REST_MS = 200;

/** Of `prompt`; `led` has words and prompts to take instead, null for a prompt from which nobody need go on. */
type Shown = { prompt: string; refused: boolean; sentence: string; led: About | null };

export class AboutPrompt {
  /** Null before anything is known. */
  shown = signal<Shown | null>(null);
  prompt: string | null = null;
  /** What is known of it. */
  about: About | null = null;
  /**
   * Is the run that is shown one of this prompt? Then it is too late to say what the model will do, but for a warning.
   */
  isRun = false;
  timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ask the engine */
  constructor(
    public ask: (prompt: string) => Promise<About | undefined>,
    public restMs: number = REST_MS,
  ) {}

  /**
   * The prompt is now this. Call it at each keystroke, and when an example or a run fills the form.
   *
   * @param isRun of the run that is shown
   */
  update(prompt: string, isRun: boolean = false) {
    const turned = isRun !== this.isRun;
    this.isRun = isRun;
    if (prompt === this.prompt) return turned && this.about ? this.#show(this.about) : undefined;
    this.prompt = prompt;
    clearTimeout(this.timer);
    if (prompt.trim() === "") this.#show(null);
    else this.timer = setTimeout(() => this.#ask(prompt), this.restMs);
  }

  /** Another model is asked: says again what it will do. */
  again() {
    const { prompt } = this;
    this.prompt = null;
    if (prompt !== null) this.update(prompt, this.isRun);
  }

  async #ask(prompt: string) {
    const about = await this.ask(prompt).catch(() => undefined);
    if (prompt !== this.prompt) return; // a later prompt is asked for
    if (about === undefined) this.prompt = null; // the server is away: the next keystroke may ask again
    this.#show(typeof about?.sentence === "string" ? about : null);
  }

  /** @param about its sentence may quote the prompt */
  #show(about: About | null) {
    this.about = about;
    const warns =
      about !== null &&
      about.sentence !== "" &&
      (about.kind === null || about.kind === "outside" || about.unknown.length > 0 || about.unread.length > 0);
    this.shown.value = {
      prompt: this.prompt ?? "",
      refused: about?.kind === "outside",
      sentence: about !== null && (warns || !this.isRun) ? about.sentence : "",
      led: warns ? about : null,
    };
  }
}
