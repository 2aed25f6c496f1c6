/**
 * Swap the noise: what one cell might be with each of some words in it, and all else alike. The words of the lesson were
 * computed when its runs were recorded. Where there is a model, it takes the step again with any other word.
 */

import { cellText, plainText } from "../../words/glyphs.ts";
import { shadeOf, shades } from "../../cells/colour.ts";
import { element, setText } from "../../dom/elements.ts";
import { unpacked } from "../inside/weights.ts";
import { bar, fillBar, nameBar } from "./bar.ts";
import { entropyOf } from "./probabilities.ts";
import { entropyIn } from "../../words/units.ts";
import type { Player } from "../../player/player.ts";
import type { Recording } from "../../run/recording.ts";
import type { AskModel } from "./surroundings.ts";
import type { Swap, Swapped } from "./lesson.ts";

/** So many tokens have a bar of their own. */
const SHOWN = 5;
const NO_ANSWER = "The model does not answer; try again in a moment.";

export function swapOf(
  { row, position, words }: Swap,
  {
    recording,
    player,
    ask,
    signal,
  }: { recording: Recording; player: Player; ask: AskModel | null; signal: AbortSignal },
): HTMLElement {
  const { block, step } = recording.frames[row];
  const bars = Array.from({ length: SHOWN + 1 }, bar);
  bars[SHOWN].root.classList.add("tdp-others");
  const label = element("small.tdp-label");
  const choices = element("div.tdp-choices", { role: "group", "aria-label": `The word at position ${position}` });
  const [nats, colour, more] = [element("b"), element("span.tdp-temperature-colour"), element("span")];
  const output = element("output", nats, colour, more);
  let shown = words[0];
  const paint = () => {
    const { word, tokens, shares, entropy, token, accepted } = shown;
    for (const button of choices.children)
      button.setAttribute("aria-pressed", String(button.getAttribute("data-word") === word));
    const rest = Math.max(1 - shares.reduce((sum, share) => sum + share, 0), Number.EPSILON); // every token has some
    bars.forEach((bar, rank) => {
      const others = rank === SHOWN;
      const part = others ? rest : (shares[rank] ?? 0);
      bar.root.hidden = !others && rank >= tokens.length;
      nameBar(bar, others ? "others" : cellText(tokens[rank] ?? ""), 84);
      fillBar(bar, part);
      setText(bar.marks, (others ? !tokens.includes(token) : tokens[rank] === token) ? "drawn" : "");
    });
    setText(label, word === words[0].word ? "RECORDED" : "COMPUTED");
    setText(nats, entropyIn(entropy, "nats"));
    setText(colour, cellText(token));
    const shade = shades(player.views.theme())[shadeOf(entropy)];
    colour.classList.toggle("tdp-swap-kept", accepted);
    Object.assign(colour.style, { background: accepted ? "" : shade.fill, color: accepted ? "" : shade.text });
    setText(more, accepted ? "kept" : "thrown back");
  };
  const put = (swapped: Swapped) => {
    const first = swapped === words[0];
    const choice = element("button.tdp-choice", { "data-word": swapped.word }, cellText(swapped.word));
    if (first) choice.append(element("small", " in the run"));
    choice.onclick = () => {
      shown = swapped;
      paint();
    };
    choices.append(choice);
  };
  words.forEach(put);
  player.addEventListener("looks", paint, { signal });
  paint();

  const live = (ask: AskModel) => {
    const field = element("input", {
      type: "text",
      maxlength: "40",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": "Another word",
      placeholder: "another word",
    });
    const take = element("button.tdp-choice", { type: "submit" }, "Put it in");
    const status = element("p.tdp-rest", { role: "status" });
    const form = element("form.tdp-choices", field, take, status);
    form.onsubmit = async (event) => {
      event.preventDefault();
      const word = field.value.trim();
      const known = [...choices.children].find((choice) => choice.getAttribute("data-word") === word);
      if (word === "" || take.disabled) return;
      if (known instanceof HTMLElement) return known.click();
      take.disabled = true;
      setText(status, `Taking step ${step} again with “${plainText(word)}” …`);
      const answer = await computed(word, ask).catch(() => NO_ANSWER);
      take.disabled = false;
      setText(status, typeof answer === "string" ? answer : "");
      if (typeof answer === "string") return;
      put(answer);
      shown = answer;
      field.value = "";
      paint();
    };
    return form;
  };

  /** @returns why not, in a sentence */
  async function computed(word: string, ask: AskModel): Promise<Swapped | string> {
    const { ids, refused } = await tokensOf(word, ask);
    if (refused) return refused;
    if (ids.length !== 1)
      return `“${plainText(word)}” is ${ids.length} tokens, and a cell holds one. Try another word.`;
    const spec = recording.header.spec as Record<string, any>;
    const edits = [...(spec.edits ?? []), { block, step, cells: { [position]: ids[0] } }];
    const run = recording.run;
    const answer = await ask("look_inside", JSON.stringify({ run, spec: { ...spec, edits }, block, step, position }));
    if (answer.refused) return answer.refused;
    const seen = unpacked(answer);
    const tokens = seen.texts.map((text) => text.trim());
    return {
      word,
      tokens: tokens.slice(0, SHOWN),
      shares: [...seen.probs.subarray(0, SHOWN)],
      entropy: entropyOf([...seen.probs]),
      token: tokens[seen.ids.indexOf(answer.sampled)] ?? "",
      accepted: answer.accepted,
    };
  }

  return element(
    "section.tdp-swap",
    { "aria-label": "Swap the noise" },
    label,
    ` Position ${position}, step ${step}: which word went in?`,
    choices,
    ...(ask === null ? [] : [live(ask)]),
    element("ol.tdp-candidates", { "aria-label": "What it might be" }, ...bars.map(({ root }) => root)),
    output,
  );
}

/** @returns as it stands within a text, if it is one token there */
async function tokensOf(word: string, ask: AskModel): Promise<{ ids: number[]; refused?: string }> {
  const tokens = (text: string) => ask("own_text", JSON.stringify({ kind: "tokens", text }));
  const within = await tokens(` ${word}`);
  if (within.refused || within.ids.length === 1) return within;
  const alone = await tokens(word);
  return alone.ids?.length === 1 ? alone : within;
}
