import { WAYS } from "../rules/ways.ts";
import { sentences } from "../testing/sentences.ts";
import { recordingOf } from "../testing/steps.ts";
import { historyOf } from "./history.ts";
import { historyLine } from "./position.ts";

/** @param steps of one position: the token by its id, with "+" where it is kept @returns its history at a step */
function lineAt(steps: string, now: number, way: string = "uniform", mode?: "plain" | "terms") {
  const recording = recordingOf(
    steps
      .split(" ")
      .map((step) => ({ argmax: [Number(step[0]), 2, 1, 0], accepted: [Number(step[1] === "+"), 1, 0, 1] })),
  );
  const name = (id: number) => recording.tokens.get(id) ?? "";
  return historyLine(historyOf(recording, now, 0), now, (id) => name(id).trim(), WAYS[way], mode);
}

const RED = "4 4+ 4+ 4 4 3+ 3+";

sentences("a token that was kept, reopened, and kept again as another or as the same; many spells are counted", () => [
  ...[0, 1, 2, 3, 4, 5, 6].map((now) => lineAt(RED, now)),
  lineAt(RED, 3, "uniform", "terms"),
  lineAt("4 4+", 0),
  lineAt("4+ 4 4+", 1),
  lineAt("4", 0),
  lineAt("4+ 4+ 4+ 4", 3),
  lineAt("4 4+", 1, "autoregressive"),
  lineAt("4+ 4 4+ 4 4+ 4", 5),
]);
