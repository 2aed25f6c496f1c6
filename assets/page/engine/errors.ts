/** What a run cannot have: one sentence that says what is wrong and what is allowed, as Python says it. */

export class PlaygroundError extends Error {}
