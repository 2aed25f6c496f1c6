/** The map: a tab with what was measured at which settings. */

export { tray } from "./map.tsx";
