/** Reading slots: a tab among the details, and a way there from a prompt that has slots. */

export { tray } from "./tab.tsx";
export { prompt } from "./template.tsx";
