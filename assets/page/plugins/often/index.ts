/** "How often?": a tab with many runs of one prompt, and a way there from Compare. */

export { tray } from "./often.tsx";
export { lanes } from "./offers.tsx";
export { studiesOf } from "./studies.ts";
