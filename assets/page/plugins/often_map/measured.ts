/** What came with a model: its card, and sweeps over settings. */

import type { TrayContext } from "../../page/places.ts";
import type { Card } from "../../run/card.ts";
import type { Sweep } from "./marks.ts";

type Measuring = Pick<TrayContext["page"], "assets" | "engine" | "held" | "model" | "say">;

/** @returns once the model has been ready; the card of another model than the embedded one is empty */
export async function measuredOf(
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
