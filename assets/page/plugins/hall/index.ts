/** Watching together: a presenter opens a hall, and others follow on their own screens. */

import { openHall } from "./open-hall.ts";
import { here, present } from "./share.tsx";
import type { PartContext } from "../../page/places.ts";

export { here, share } from "./share.tsx";

const NO_SERVER = "This address leads to what a server keeps, and this page has none; open it where you got it from.";

/** @param token of a hall, in which this page watches */
export async function open(_: string, token: string, { page }: PartContext) {
  if (!page.served) throw new Error(NO_SERVER);
  const { Watcher } = await import("./watcher.tsx");
  here.hall = new Watcher(page, token);
}

/** Goes on with the hall that this tab had open before it was loaded again. */
export async function begin({ page }: PartContext) {
  if (!page.sharing.bound && openHall() !== null) await present(page);
}
