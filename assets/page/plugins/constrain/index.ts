/** A field in Tune for a regular expression that the next text fits, and a tab: which cells of this text it decided. */

export { tune } from "./field.tsx";
export { tray } from "./tab.tsx";
