/** Looking inside a position at a step: a place below its history. */

export { position } from "./look.tsx";
