/** Two fields in Tune: how far the next run's logits go beyond those without its prompt, and from which step on. */

export { tune } from "./fields.tsx";
