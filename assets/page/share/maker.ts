/** Makes the files that the Share menu saves. What is large, and what each form needs, is fetched when it is first wanted. */

import { fileName } from "../dom/saving.ts";
import { isTrace } from "../run/run-files.ts";
import type { Reader } from "../run/run-files.ts";

type Source = { title: string; file: () => Promise<Uint8Array<ArrayBuffer>> };
export interface Shown {
  /** That are shown, the first one first. */
  runs: Source[];
  /** Of the clock. */
  moment: number;
  /** Does one of them still go on? */
  live: boolean;
  /** In steps a second. */
  speed: number;
  /** Of what a plugin shows; null for none. */
  form: Form | null;
  /** A link to them; "" for none. */
  address: string;
  /** Is there a server, which decides who may show it in a frame? */
  served: boolean;
}
/** What a plugin's mode can be saved as, beside the runs that are shown. */
export interface Form {
  /** By which styles and tests know its button. */
  name: string;
  face: string;
  hint: string;
  /** Of what is shown. */
  title: string;
  make(): Promise<Made>;
}
/** A file. */
export type Made = { name: string; blob: Blob };
/** What tells the reader how far it is, and what stops it. */
export type Making = { say: (sentence: string) => void; signal: AbortSignal };
export type Make = (shown: Shown, making: Making) => Promise<Made>;
/** What forms of plugins know of the Share menu. */
export interface Saving {
  readonly shown: () => Shown;
  /** Reads the runs; their names are those of their files. */
  readonly recordings: Maker["recordings"];
  /** Makes the page of one file that plays the runs, from a template of that name among the files of the page. */
  readonly pageFile: Maker["page"];
  /** Saves what is shown as `make` makes it; with `stopped`, the sentence for it, the reader can stop that. */
  readonly save: (make: Make, stopped?: string) => Promise<void>;
}

export class Maker {
  /**
   * @param assets the folder of the page's files; null where the page is one file, which no other is made of
   * @param runsIn reads the file of a run
   */
  constructor(
    public assets: URL | null,
    public runsIn: Reader,
  ) {}

  async page(shown: Shown, name: string = "player"): Promise<Made> {
    const { pageFile, templateOf } = await import("./page-file.ts");
    const [runs, template] = await Promise.all([this.recordings(shown), templateOf(this.assets as URL, name)]);
    const refused = runs.find(({ file }) => !isTrace(file));
    if (refused)
      throw new Error(
        `${refused.name} is no trace, which the page needs; make one of it on the command line, and open that.`,
      );
    const blob = await pageFile(
      template,
      runs.map(({ name, file }) => ({ name, file })),
      runs[0].recording.header.spec.prompt.text,
      shown.moment,
    );
    return { name: `${runs[0].name}.html`, blob };
  }

  /** Read again, because what came over the wire has no candidates. */
  recordings({ runs }: Shown) {
    return Promise.all(
      runs.map(async ({ title, file: read }) => {
        const [name, file] = [fileName(title), await read()];
        const [{ recording }] = await this.runsIn(file, name);
        return { name, file, recording };
      }),
    );
  }
}
