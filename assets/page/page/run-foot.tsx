/** What stands below the lists of runs: what is to be said of them, and what can be done with all of them. */

import { Button } from "../ui/button.tsx";
import { sizeWords } from "./stored-run.ts";
import type { RunItem } from "./run-list.ts";
import type { RunMenu } from "./run-menu.tsx";

const OPEN = "Open a .trace file from this computer; it can also be dropped on the page";

export function RunFoot({ menu, yours }: { menu: RunMenu; yours: RunItem[] }) {
  const { library, alert, undo, openFile } = menu;
  const stored = yours.flatMap(({ about, kept }) => (about && kept ? [about] : []));
  return (
    <div class="tdp-library-foot">
      <p class="tdp-library-alert" role="alert">
        {alert}
      </p>
      <p class="tdp-library-undo" role="status">
        {undo}
      </p>
      <p class="tdp-library-note" role="status">
        {library.sentence}
      </p>
      <div class="tdp-library-row">
        <p class="tdp-library-size">{library.store && sizeWords(stored)}</p>
        <Button
          face="Keep my runs here"
          hint="Keep your runs in this browser, also for the next visit"
          hidden={library.wanted}
          onClick={() => library.want()}
        />
        <Button
          face="Forget everything"
          hint="Delete all of your runs and choices from this browser"
          hidden={!yours.some(({ whole }) => whole)}
          onClick={() => menu.forget()}
        />
        <Button face="Open trace" hint={OPEN} onClick={openFile} />
      </div>
    </div>
  );
}
