/**
 * Below the steps of the chosen position: what is inside it at the step that is shown. Its whole distribution, where it
 * looks, and what it would have become without self-conditioning; the server computes the step again for it.
 */

import { signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { addPluginStyle } from "../../dom/style.ts";
import { wayOf } from "../../rules/ways.ts";
import { filled } from "../../ui/filled.ts";
import { Pill } from "../../ui/pill.tsx";
import { cellText } from "../../words/glyphs.ts";
import { entropyIn, percent } from "../../words/units.ts";
import { Attention } from "./attention.tsx";
import { unpacked } from "./weights.ts";
import type { PositionContext } from "../../page/places.ts";
import type { Seen } from "./weights.ts";

type Became = { sampled: string; accepted: boolean; entropy: number };

/** Ranks that are listed at first, and that each press adds. */
const [FIRST, MORE] = [20, 200];
const WATCHED =
  " Its pass was compiled; where it looks is shown by the same step uncompiled, which rounds differently.";
const NO_ANSWER = "The server does not answer; try again in a moment.";

export function position(place: HTMLElement, context: PositionContext) {
  addPluginStyle("inside");
  return filled(place, context, (picture) => <LookInside {...context.now()} page={context.page} picture={picture} />);
}

interface Props extends ReturnType<PositionContext["now"]> {
  page: PositionContext["page"];
  /** Another one each time: a run grows in place. */
  picture: number;
}

/** Another step or position takes back what was seen. */
function LookInside({ recording, step, chosen, taste, page }: Props) {
  const place = `${recording.run} ${recording.header.spec.seed} ${recording.frames.length} ${step} ${chosen}`;
  /** How often, at this place. */
  const pressed = useMemo(() => signal(0), [place]);
  return (
    <>
      <button
        type="button"
        class="tdp-pill tdp-look-inside"
        title="Every token that it might be, and where it looks: the server computes this step again"
        hidden={recording.live}
        onClick={() => (pressed.value += 1)}
      >
        Look inside
      </button>
      {pressed.value > 0 && chosen !== null && (
        <Inside key={`${place} ${pressed.value}`} {...{ recording, step, page, taste }} position={chosen} />
      )}
    </>
  );
}

/** Of one press: another step or position has another one. */
function Inside({ recording, step, position, page, taste }: Omit<Props, "chosen" | "picture"> & { position: number }) {
  const seen = useSignal<Seen | null>(null);
  const { block, step: number } = recording.frames[step];
  const state = useSignal(`Computing step ${number} again …`);
  const without = useSignal("");
  const question = JSON.stringify({ run: recording.run, spec: recording.header.spec, block, step: number, position });
  const ask = async (name: string) =>
    (await page.engine.call(name, question).catch(() => undefined)) ?? { refused: NO_ANSWER };
  const look = async () => {
    const answer = await ask("look_inside");
    if (!answer.refused) seen.value = unpacked(answer);
    state.value =
      answer.refused ?? `COMPUTED: the server has taken this step again.${seen.value?.compiled ? WATCHED : ""}`;
  };
  const take = async () => {
    without.value = "Taking the step again …";
    const answer = await ask("without_conditioning");
    const sentence = ({ sampled, accepted, entropy }: Became) =>
      `“${cellText(sampled)}” (${entropyIn(entropy, taste.unit)}, ${accepted ? "kept" : "thrown back"})`;
    without.value =
      answer.refused ??
      `Without it, ${sentence(answer.without)} would have been drawn here; with it, it was ${sentence(answer.with)}.`;
  };
  useEffect(() => void look(), []);
  return (
    <div class="tdp-inside">
      <p class="tdp-rest" role="status">
        {state}
      </p>
      {seen.value && (
        <div>
          <Attention
            seen={seen.value}
            position={position}
            stage={page.player.view.stage}
            layout={page.player.painter.grid}
          />
          <Tokens seen={seen.value} />
          {!wayOf(recording.header).causal && (
            <Pill
              hint="Takes this step again from the same canvas with the same random numbers, without self-conditioning"
              onClick={take}
            >
              Without self-conditioning?
            </Pill>
          )}
          <p class="tdp-rest" role="status">
            {without}
          </p>
        </div>
      )}
    </div>
  );
}

function Tokens({ seen: { ids, probs, texts } }: { seen: Seen }) {
  const listed = useSignal(Math.min(FIRST, ids.length));
  const { value: count } = listed;
  const sum = useMemo(() => probs.subarray(0, count).reduce((all, share) => all + share, 0), [count]);
  return (
    <>
      <h4>Every token it might be</h4>
      <ol class="tdp-inside-list" tabIndex={0} aria-label="All tokens by probability">
        {Array.from(probs.subarray(0, count), (share, rank) => (
          <li>
            <span class="tdp-token">{rank < texts.length ? `“${cellText(texts[rank])}”` : `token ${ids[rank]}`}</span>{" "}
            <span class="tdp-inside-share">{shareText(share)}</span>
          </li>
        ))}
      </ol>
      {count < ids.length && <Pill onClick={() => (listed.value = Math.min(count + MORE, ids.length))}>More</Pill>}
      <p class="tdp-rest">
        {`These ${count} of ${ids.length} tokens hold ${percent(Math.min(sum, 1))} of the probability.`}
      </p>
    </>
  );
}

/** @returns as small as it may be */
const shareText = (share: number): string =>
  share >= 0.0005 ? percent(share) : share === 0 ? "0" : share.toExponential(1);
