/** The player for other people's pages: `panels/mount.ts` shows how it is used. */

export { PANELS } from "../panels/list.ts";
export { mountPlayer } from "../panels/mount.ts";
export { readTrace } from "../run/trace.ts";
