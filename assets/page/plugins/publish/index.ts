/** Publishing: the run that is shown is kept on the server under a short link, until whoever published it takes it down. */

import { request } from "../../engine/events.ts";
import type { PartContext } from "../../page/places.ts";

export { share } from "./publishing.tsx";

const NO_SERVER = "This address leads to what a server keeps, and this page has none; open it where you got it from.";
const NOTHING = "This server keeps no published runs.";

/** Shows the published run of an address. */
export async function open(_kind: string, name: string, { config, page }: PartContext) {
  if (config.days === 0) throw new Error(page.served ? NOTHING : NO_SERVER);
  const answer = await request(`p/${name}.trace`);
  await page.runList.open(new File([await answer.arrayBuffer()], `${name}.trace`));
}
