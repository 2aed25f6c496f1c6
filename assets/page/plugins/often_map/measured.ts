/** What came with a model: its card, and sweeps over settings. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { kindsOf } from "./marks.ts";
import type { TrayContext } from "../../page/places.ts";
import type { Card } from "../../run/card.ts";
import type { Sweep } from "./marks.ts";

/** What is known of a model that no figures came with. */
const NO_CARD: Card = { tasks: [], shares: {}, settings: "" };

type Measuring = Pick<TrayContext["page"], "assets" | "engine" | "held" | "model" | "say">;

/** @returns once the model has been ready; the card of another model than the embedded one is empty */
async function measuredOf(
  { assets, engine, held, model, say }: Measuring,
  prompt: string,
): Promise<{ card: Card | Record<string, never>; sweeps: Sweep[] }> {
  await model.once.promise;
  const [card, sweeps] = await Promise.all([
    engine.call("card", prompt).catch(() => ({})),
    held ? [] : sweepsIn(assets).catch((error) => (say(error), [])), // a page of one file holds none
  ]);
  return { card, sweeps };
}

async function sweepsIn(assets: URL): Promise<Sweep[]> {
  const answer = await fetch(new URL("figures/sweeps.json", assets));
  if (!answer.ok) throw new Error("The measured marks cannot be read from the server.");
  return answer.json();
}

interface Measured {
  /** Of the run that is shown, whose kind the map is of. */
  prompt: string;
  card: Card;
  sweeps: Sweep[];
  /** Of prompts, and the chosen one; "" for none. */
  kinds: string[];
  kind: string;
  /** Is it known what came with the model? */
  known: boolean;
}
const UNKNOWN: Measured = { prompt: "", card: NO_CARD, sweeps: [], kinds: [], kind: "", known: false };

/** @returns what was measured, of the chosen kind of prompts, and what chooses another kind */
export function useMeasured(
  page: TrayContext["page"],
  prompt: string,
): [measured: Measured, choose: (kind: string) => void] {
  const measured = useSignal(UNKNOWN);
  useEffect(() => {
    let current = true;
    measuredOf(page, prompt).then((answer) => {
      const [card, sweeps] = "tasks" in answer.card ? [answer.card as Card, answer.sweeps] : [NO_CARD, []];
      const kinds = kindsOf(sweeps, card);
      if (current) measured.value = { prompt, card, sweeps, kinds, kind: kinds[0] ?? "", known: true };
    });
    return () => void (current = false);
  }, [prompt]);
  return [measured.value, (kind) => (measured.value = { ...measured.value, kind })];
}
