/** The hall of this page. */

import type { Around } from "../../page/places.ts";
import type { Presenter } from "./presenter.tsx";
import type { Watcher } from "./watcher.tsx";

/** The hall in which this page presents or watches, or did last. */
export const here: { hall: Presenter | Watcher | null } = { hall: null };

export async function present(page: Around): Promise<Presenter> {
  const { present } = await import("./presenter.tsx");
  const hall = await present(page);
  here.hall = hall;
  return hall;
}
