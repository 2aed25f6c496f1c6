/** The race in Compare. */

export { race } from "./view.tsx";
