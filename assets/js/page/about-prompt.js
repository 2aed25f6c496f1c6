/** Says under the prompt what the model makes of it: words that are new to it, or what to expect of it at all. */

/** @typedef {{ kind: string | null, unread: string[], unknown: { word: string, nearest: string[] }[], sentence: string, offers: string[] }} About as `playground/world/about.py` has it */

/** A reader who rests this long is asked for; each question is a request to the server. */
const REST_MS = 600;

export class AboutPrompt {
  /**
   * @param {HTMLElement} place gets the class `tdp-about-prompt`; a status, so that it is read out when it changes
   * @param {(prompt: string) => Promise<About | undefined>} ask the server
   * @param {number} [restMs]
   */
  constructor(place, ask, restMs = REST_MS) {
    place.classList.add("tdp-about-prompt");
    place.setAttribute("role", "status");
    this.place = place;
    this.ask = ask;
    this.restMs = restMs;
    /** @type {string | null} the prompt that is told of, or asked for */
    this.prompt = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * The prompt is now this. Call it at each keystroke, and when an example or a run fills the form.
   *
   * @param {string} prompt
   */
  update(prompt) {
    if (prompt === this.prompt) return;
    this.prompt = prompt;
    clearTimeout(this.timer);
    if (prompt.trim() === "") this.#say("");
    else this.timer = setTimeout(() => this.#ask(prompt), this.restMs);
  }

  /** @param {string} prompt */
  async #ask(prompt) {
    const about = await this.ask(prompt).catch(() => undefined);
    if (prompt !== this.prompt) return; // a later prompt is asked for
    if (about === undefined) this.prompt = null; // the server is away: the next keystroke may ask again
    this.place.dataset.warns = String(about?.kind === null || !!about?.unknown?.length); // a figure only informs
    this.#say(typeof about?.sentence === "string" ? about.sentence : "");
  }

  /** @param {string} sentence may quote the prompt */
  #say(sentence) {
    if (this.place.textContent !== sentence) this.place.textContent = sentence;
  }
}
