/** One word of the prompt, changed: below the figures of Compare. */

export { lanes } from "./place.tsx";
