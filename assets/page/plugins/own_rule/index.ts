/** A rule of the reader's own: written below the menu of samplers, tried on a step, and run in this browser. */

export { sampler } from "./sampler.tsx";
