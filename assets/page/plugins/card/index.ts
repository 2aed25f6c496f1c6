/** The roofline of a machine, in the Cost panel. */

export { cost } from "./cost.tsx";
