/** What stands below the player in a page of one file: what each run is, a way to save it, and what is left out. */

import { saveBlob } from "../dom/saving.ts";
import { Button } from "../ui/button.tsx";
import { made } from "../ui/made.ts";
import { besideLines } from "./about.ts";
import type { Recording } from "../run/recording.ts";

type Entry = { name: string; letter: string; file: Uint8Array<ArrayBuffer>; recording: Recording };

const HINT = "Save this run as a .trace file, which the playground opens";

export const footOf = (runs: Entry[]): Node =>
  made(
    <footer class="tdp-file-foot">
      {runs.map(({ name, letter, file, recording }) => (
        <p>
          {letter}
          {besideLines(recording)}{" "}
          <Button face="Save trace" hint={HINT} onClick={() => saveBlob(new Blob([file]), `${name}.trace`)} />
        </p>
      ))}
      <p>
        Left out, because no trace has it: the probabilities of all tokens but the most probable ones, attention, and a
        prompt's picture.
      </p>
    </footer>,
  );
