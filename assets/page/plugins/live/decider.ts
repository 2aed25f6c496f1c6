/** A sampler that decides in the page, for runs of the engine in this browser, whose other samplers are graphs in its worker. */

import { messageOf } from "../../dom/elements.ts";

/** What it is asked about a step: figures by position. */
export interface Figures {
  /** From 1. */
  step: number;
  /** The most there may be. */
  steps: number;
  /** Token ids of what went in. */
  canvas: Int32Array;
  /** 1 where the step before kept. */
  accepted: Uint8Array;
  /** 1 where a token stays anyway. */
  settled: Uint8Array;
  /** In nats. */
  entropy: Float32Array;
  /** Of the candidates, the most probable first: so many for each position. */
  probabilities: Float32Array;
  /** Token ids of what was drawn, and of the most probable ones. */
  sampled: Int32Array;
  argmax: Int32Array;
}

/** What its runs say of it. */
interface Described {
  /** In settings. */
  name: string;
  /** Its text, which is `sampler_source` in the spec. */
  source: string;
  /** As a sampler declares itself in Python. */
  declaration: Record<string, any>;
}

export interface Decider extends Described {
  /** @returns 1 where it keeps what was drawn @throws {Error} it cannot say, and why, in a sentence */
  decide(figures: Figures): Promise<Uint8Array>;
  /** It is asked no more. */
  close(): void;
}

/** The same in the worker: the port leads to it. */
export type Outside = Described & { port: MessagePort };
/** What comes back from it. */
export type Answer = { mask: Uint8Array } | { refusal: string };

/** @returns what the worker gets, at whose port it answers one question after the other; `close` ends that */
export function answering(decider: Decider): { outside: Outside; close: () => void } {
  const { name, source, declaration } = decider;
  const { port1, port2 } = new MessageChannel();
  const answer = (figures: Figures): Promise<Answer> =>
    decider.decide(figures).then(
      (mask) => ({ mask }),
      (error) => ({ refusal: messageOf(error) }),
    );
  port1.onmessage = async ({ data }) => port1.postMessage(await answer(data));
  const close = () => {
    port1.close();
    decider.close();
  };
  return { outside: { name, source, declaration, port: port2 }, close };
}
