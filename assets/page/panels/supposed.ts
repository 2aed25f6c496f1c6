/** What this step would keep with the bound that the form has, if it is not the run's. */

import { element, setText } from "../dom/elements.ts";
import { boundOf, decisionOf, explanationOf } from "../rules/decision.ts";
import { supposedSentence } from "../rules/why.ts";
import type { Theme } from "../cells/colour.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Header, Recording } from "../run/recording.ts";

/** The default: a spec need not name it. */
const USUAL_SAMPLER = "entropy-bound";

export class Supposed implements Panel {
  sentence = element("p.tdp-supposed", { role: "status" });
  run = element("button.tdp-pill", "Run with this");
  recording: Recording | null = null;
  taste: Taste = { unit: "nats", layer: "sampled", terms: "plain" };

  constructor(
    public root: HTMLElement,
    public reader: Reader,
  ) {
    this.run.onclick = () => this.#run();
    root.classList.add("tdp-panel", "tdp-supposed-card");
    root.append(this.sentence, this.run);
    root.hidden = true;
  }

  show(recording: Recording, _theme: Theme, taste: Taste): void {
    Object.assign(this, { recording, taste });
  }

  paint(step: number) {
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
 * @param header of a run
 * @returns the bound that the form has for the sampler of this run; null if it is the run's own, or if it has another
 * sampler, whose decisions cannot be told from these figures
 */
export function askedBound(header: Header, form: Record<string, number | string>): number | null {
  const bound = boundOf(header);
  const wanted = form[explanationOf(header).bound];
  const same = form.sampler === undefined || form.sampler === (header.spec.settings.sampler ?? USUAL_SAMPLER);
  return bound !== null && same && typeof wanted === "number" && wanted >= 0 && wanted !== bound ? wanted : null;
}
