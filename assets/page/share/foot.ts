/** What stands below the player in a page of one file: what each run is, a way to save it, and what is left out. */

import { button, element } from "../dom/elements.ts";
import { besideLines } from "./about.ts";
import type { Recording } from "../run/recording.ts";

type Entry = { name: string; letter: string; file: Uint8Array<ArrayBuffer>; recording: Recording };

export function footOf(runs: Entry[]): HTMLElement {
  const foot = element("footer.tdp-file-foot");
  for (const { name, letter, file, recording } of runs) {
    const save = button("Save trace", "Save this run as a .trace file, which the playground opens");
    save.onclick = () => {
      const link = element("a", { download: `${name}.trace`, href: URL.createObjectURL(new Blob([file])) });
      link.click();
    };
    foot.append(element("p", letter, ...besideLines(recording), " ", save));
  }
  foot.append(
    element(
      "p",
      "Left out, because no trace has it: the probabilities of all tokens but the most probable ones, attention, and a prompt's picture.",
    ),
  );
  return foot;
}
