/** The head of a page of lessons in one file. */

import { made } from "../../ui/made.ts";
import type { Signal } from "@preact/signals";

/** @param home the page of all runs */
export const fileHead = (complaint: Signal<string>, home?: string) =>
  made(
    <header class="tdp-file-head">
      {home !== undefined && <a href={home}>All runs</a>}
      <p class="tdp-complaint" role="alert">
        {complaint}
      </p>
    </header>,
  );
