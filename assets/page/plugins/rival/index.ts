/** A rival in Compare: a model on another server that is sent the prompt of the run, and whose text stands beside it. */

export { compare } from "./compare.tsx";
