/** Tables, in the Share menu. */

export { forms } from "./forms.tsx";
