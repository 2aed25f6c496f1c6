/** One cell through the first half of a step: what went in, its probabilities, the draw, and how unsure the model is. */

import { element, setText } from "../dom/elements.ts";
import { handAt } from "../rules/hand.ts";
import { drawnPart, inputOf, memoryOf } from "../run/one-step.ts";
import { tokenText } from "../words/glyphs.ts";
import { drawPhrase, inputPhrase, unsurePhrase } from "../words/one-step.ts";
import { entropyIn, entropyText, temperatureText } from "../words/units.ts";
import { Candidates } from "./candidates.ts";
import { setToken, shortToken, stepPart } from "./panel.ts";
import type { Shade } from "../cells/colour.ts";
import type { Taste } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";

/** Candidates of the step itself, and of the step before. */
const [NOW, BEFORE] = [5, 3];
/** A pale part that is shorter, as a share of its track, is not seen and not explained. */
const LEAST_PALE = 0.01;
/** Room for a token's text in a chip, in pixels. */
export const CHIP = 66;

export class StepCell {
  input = stepPart(1, "What goes in");
  chip = element("span.tdp-chip.tdp-token");
  memory = new Candidates(BEFORE, "Memory: the probabilities of the step before");
  chances: ReturnType<typeof stepPart>;
  candidates: Candidates;
  cool = element("p.tdp-rest", "Pale: beside the first, before the temperature.");
  draw: ReturnType<typeof stepPart>;
  drawn = element("b.tdp-token");
  strip = element("div.tdp-draw-strip", { "aria-hidden": "true" });
  /** Where in the strip the token stands that was drawn, 0 .. 1. */
  drawnAt = 0;
  unsure: ReturnType<typeof stepPart>;
  entropy = element("b.tdp-chip.tdp-nats");
  alone = element("span.tdp-alone");
  root: HTMLDivElement;

  /** @param shown candidates */
  constructor(shown: number = NOW) {
    this.input.body.append(element("div.tdp-chip-row", this.chip, this.memory.list));
    this.chances = stepPart(2, "Probabilities");
    this.candidates = new Candidates(shown, "Most probable tokens at this step");
    this.chances.body.append(this.candidates.list, this.candidates.none, this.cool);
    this.draw = stepPart(3, "Draw");
    this.draw.body.append(this.strip);
    this.draw.head.append(" ", this.drawn);
    this.unsure = stepPart(4, "How unsure?");
    this.unsure.body.append(element("div.tdp-chip-row", this.entropy, this.alone));
    this.root = element(
      "div.tdp-step-cell",
      ...[this.input, this.chances, this.draw, this.unsure].map(({ root }) => root),
    );
  }

  /** @param shade of its uncertainty */
  paint(recording: Recording, step: number, position: number, { unit, terms }: Taste, shade: Shade) {
    const frame = recording.frames[step];
    const { settings } = recording.headerAt(step).spec;
    const { id, origin } = inputOf(recording, step, position);
    const before = memoryOf(recording, step);
    const reached = origin !== "before" || frame.accepted[position] === 1;
    for (const { root } of [this.chances, this.draw, this.unsure]) root.hidden = !reached;
    setText(
      this.input.aside,
      reached ? inputPhrase(origin, frame.step, before !== null, terms) : "nothing yet: it comes later",
    );
    const seen = origin === "before" ? frame.input_ids[position - 1] : id;
    this.chip.hidden = !reached || seen === undefined;
    if (seen !== undefined)
      setToken(this.chip, `${origin === "before" ? "… " : ""}${tokenText(recording, seen)}`, CHIP);
    this.chip.dataset.origin = origin;
    this.memory.list.hidden = before === null;
    if (before !== null) this.memory.paint(recording, before, position);
    if (!reached) return;
    const sampled = frame.sampled_ids[position];
    const hand = handAt(frame, position);
    setText(this.chances.aside, `at temperature ${temperatureText(frame.temperature)}`);
    const candidates = this.candidates.paint(recording, frame, position, terms === "plain" ? "drawn" : "sampled");
    this.cool.hidden = candidates === null;
    const pale = frame.temperature === 1 ? 0 : (candidates?.list[1]?.cool ?? 0);
    this.cool.style.visibility = pale > LEAST_PALE ? "" : "hidden"; // its room stays, so that nothing moves
    const chance = recording.headerAt(step).explanation?.cut === "draw";
    const held = hand === "held" || hand === "favoured";
    setText(this.draw.aside, `${drawPhrase({ draw: settings.draw, hand: held, chance, stays: sampled === id })}:`);
    setToken(this.drawn, tokenText(recording, sampled), CHIP);
    const part = held ? null : drawnPart(candidates, sampled);
    this.strip.hidden = part === null;
    this.drawnAt = part === null ? 0 : (part[0] + part[1]) / 2;
    if (part !== null && candidates !== null) this.strip.style.background = stripOf(candidates, part);
    setText(this.unsure.aside, unsurePhrase(unit));
    setText(this.entropy, entropyIn(frame.entropy[position], unit));
    this.entropy.style.setProperty("--tdp-shade", shade.fill);
    this.entropy.style.color = shade.text;
    const term = candidates?.list.find((candidate) => candidate.id === sampled);
    setText(this.alone, term ? `“${shortToken(recording, sampled)}” alone gives ${entropyText(term.nats, unit)}` : "");
  }
}

/**
 * Paints, rather than places elements, since a picture that lays out anew takes longer.
 *
 * @returns a background: each candidate as wide as it is probable, and a ring in the one that was drawn
 */
function stripOf(
  { list, rest }: import("../run/one-step.ts").Candidates,
  [from, to]: [from: number, to: number],
): string {
  const at = `clamp(7px, ${(50 * (from + to)).toFixed(2)}%, 100% - 7px)`;
  const ring = `radial-gradient(circle at ${at} 50%, var(--tdp-card) 4px, var(--tdp-ink) 4.7px 6px, transparent 6.7px)`;
  const stops = [];
  let end = 0;
  for (const { share } of list) {
    const next = Math.min(end + 100 * share, 100);
    stops.push(
      `var(--tdp-bar) ${end.toFixed(2)}% calc(${next.toFixed(2)}% - 1px)`,
      `var(--tdp-paper) 0 ${next.toFixed(2)}%`,
    );
    end = next;
  }
  if (rest.share > 0) stops.push("var(--tdp-rest) 0");
  return `${ring}, linear-gradient(to right, ${stops.join(", ")})`;
}
