/** What this step would keep with the bound that the form has, if it is not the run's. */

import { element, setText } from "../dom/elements.js";
import { boundOf, decisionOf, explanationOf } from "../rules/decision.js";
import { supposedSentence } from "../words/decision.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** Older traces do not name their sampler; all of them used this one. */
const FIRST_SAMPLER = "entropy-bound";

/** @implements {Panel} */
export class Supposed {
  /** @type {import("./panel.js").Place} */
  static place = "tune";

  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, reader) {
    this.root = root;
    this.reader = reader;
    this.sentence = element("p.tdp-supposed", { role: "status" });
    this.run = element("button.tdp-pill", "Run with this");
    this.run.onclick = () => this.#run();
    root.classList.add("tdp-panel", "tdp-supposed-card");
    root.append(this.sentence, this.run);
    root.hidden = true;
    /** @type {import("./panel.js").Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Taste} */
    this.taste = { unit: "nats", layer: "sampled", terms: "plain" };
  }

  /** @type {Panel["show"]} */
  show(recording, _theme, taste) {
    Object.assign(this, { recording, taste });
  }

  /** @param {number} step */
  paint(step) {
    const { recording } = this;
    const frame = recording?.frames[step];
    const wanted = recording && frame ? askedBound(recording.header, this.reader.form()) : null;
    const decision =
      recording && frame && wanted !== null
        ? decisionOf(frame, recording.headerAt(recording.frames.indexOf(frame)))
        : null;
    const says = decision !== null && wanted !== null && decision.agrees;
    this.root.hidden = !says;
    this.run.hidden = this.reader.tune === null;
    setText(this.sentence, says ? `SIMULATED: ${supposedSentence(decision, wanted, this.taste)}` : "");
  }

  #run() {
    const { recording, reader } = this;
    const wanted = recording && askedBound(recording.header, reader.form());
    if (recording && wanted !== null && reader.tune) reader.tune({ [explanationOf(recording.header).bound]: wanted });
  }
}

/**
 * @param {import("../run/recording.js").Header} header of a run
 * @param {Record<string, number | string>} form
 * @returns {number | null} the bound that the form has for the sampler of this run; null if it is the run's own, or if it
 *   has another sampler, whose decisions cannot be told from these figures
 */
export function askedBound(header, form) {
  const bound = boundOf(header);
  const wanted = form[explanationOf(header).bound];
  const same = form.sampler === undefined || form.sampler === (header.settings.sampler ?? FIRST_SAMPLER);
  return bound !== null && same && typeof wanted === "number" && wanted >= 0 && wanted !== bound ? wanted : null;
}
