/** The player for other people's pages: `player/mount.ts` shows how it is used. */

export { PANELS } from "../panels/list.ts";
export { mountPlayer } from "../player/mount.ts";
export { readTrace } from "../run/trace.ts";
