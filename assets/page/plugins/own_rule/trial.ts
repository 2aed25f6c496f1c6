/**
 * What the rule in the editor would keep at the step that is shown. It gets the figures that the trace holds of the step, in
 * a sandbox as when it makes a run; no model is asked.
 */

import { createRef } from "preact";
import { messageOf } from "../../dom/elements.ts";
import { standing } from "../../rules/decision.ts";
import { wayOf } from "../../rules/ways.ts";
import { RulePort, questionOf } from "./rule-port.ts";
import { sandboxFor } from "./sandbox.ts";
import { NO_CANDIDATES, NO_CHOICE, NO_STEP, NOISE, NOT_YET, trialSentence } from "./words.ts";
import type { Player } from "../../player/player.ts";
import type { Recording } from "../../run/recording.ts";

export class RuleTrial {
  sentence = "";
  /** What shows it; a rule is asked again only while it is in sight. */
  root = createRef<HTMLDivElement>();

  /** The rule that is tried, in its sandbox. */
  #tried: { rule: string; port: RulePort; close: () => void } | null = null;
  /** What the sentence speaks of. */
  #about: { recording: Recording | null; moment: number } = { recording: null, moment: -1 };
  #busy = false;
  /** Was the button pressed while an answer was on its way? The rule may be another by now. */
  #pressed = false;

  /** @param page `draw` shows the sentence */
  constructor(private page: { player: Player; assets: URL; rule: () => string; draw: () => void }) {
    page.player.addEventListener("paint", () => this.#follow());
  }

  /** The rule may be another, and one that was tried is no longer the one in sight. */
  update() {
    if (this.#tried === null || this.#tried.rule === this.page.rule()) return;
    this.#end();
    this.sentence = "";
    this.page.draw();
  }

  #end() {
    this.#tried?.close();
    this.#tried = null;
  }

  /** Another step is shown: the same rule is asked about that one. */
  #follow() {
    const { recording, moment, playing } = this.page.player;
    const same = recording === this.#about.recording && moment === this.#about.moment;
    if (this.#tried !== null && !this.#busy && !same && !playing && this.root.current?.checkVisibility()) this.try();
  }

  /** Asks the rule about the step that is shown. */
  async try(): Promise<void> {
    if (this.#busy) {
      this.#pressed = true;
      return;
    }
    this.#busy = true;
    const { recording, moment } = this.page.player;
    this.#about = { recording, moment };
    const rule = this.page.rule();
    const sentence = await this.#answer(rule).catch((error) => {
      this.#end();
      return messageOf(error);
    });
    this.#busy = false;
    if (this.#pressed) {
      this.#pressed = false;
      return this.try();
    }
    if (rule !== this.page.rule()) return this.update(); // the reader has typed on
    this.sentence = sentence;
    this.page.draw();
    this.#follow();
  }

  /** @returns what it would keep, or why that cannot be said */
  async #answer(rule: string): Promise<string> {
    const { recording, step, noise } = this.page.player;
    const frame = recording?.frames[step];
    if (!recording || frame === undefined) return NO_STEP;
    const header = recording.headerAt(step);
    if (wayOf(header).causal) return NO_CHOICE;
    if (noise) return NOISE;
    const { accepted, top_probs: probabilities = new Float32Array() } = frame;
    if (probabilities.length < 2 * accepted.length) return recording.live ? NOT_YET : NO_CANDIDATES;
    const stands = standing(frame, header);
    const certain = (figures: ArrayLike<number>, value: number) =>
      Float32Array.from(figures, (figure, at) => (stands[at] ? value : figure));
    const port = await this.#portOf(rule);
    const before = recording.frames[step - 1];
    const question = questionOf({
      step: frame.step,
      steps: Number(header.spec.settings.max_denoising_steps),
      canvas: frame.input_ids,
      accepted: before?.block === frame.block ? before.accepted : new Uint8Array(accepted.length),
      settled: stands,
      entropy: certain(frame.entropy, 0),
      probabilities,
      sampled: frame.sampled_ids,
      argmax: frame.argmax_ids,
    });
    const { statistics } = question;
    for (const name of ["confidence", "margin"]) statistics[name] = certain(statistics[name], 1);
    const picked = await port.accepted(question);
    return trialSentence(
      frame.step,
      picked.map((flag, position) => flag | stands[position]),
      accepted,
    );
  }

  async #portOf(rule: string): Promise<RulePort> {
    if (this.#tried?.rule === rule) return this.#tried.port;
    this.#end();
    const { port, close } = await sandboxFor(this.page.assets, rule);
    this.#tried = { rule, port: new RulePort(port), close };
    return this.#tried.port;
  }
}
