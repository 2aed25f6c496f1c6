/** Settings as code: an entry of the Share menu, and a button below the lanes of Compare. */

export { lanes, share } from "./openers.tsx";
