/** An engine whose runs by samplers that the reader writes are made by the part of the page that shows such a sampler. */

import { withModels } from "./models.ts";
import type { RunSpec } from "../run/spec-schema.ts";
import type { Engine, Request } from "./server.ts";
import type { Tape } from "./tape.ts";

/** What computes a step again; each is asked with the spec of its run. */
const INSIDE = ["look_inside", "without_conditioning"];

/** Makes such runs, and answers for them. */
export type Maker = Pick<Engine, "start" | "call" | "trace">;

export class WrittenEngine implements Engine {
  /** Who made the runs that were made elsewhere, by name. */
  #makers: Map<string, Maker> = new Map();
  /** Names of the models, where there are several. */
  #models: string[] = [];
  /** Done when they are known, or nobody answers. */
  #offered: PromiseWithResolvers<void> = Promise.withResolvers();

  /**
   * @param engine for all other runs
   * @param makerOf makes one of these, if a sampler that the reader writes decides in it
   */
  constructor(
    public engine: Engine,
    public makerOf: (specs: RunSpec[]) => Promise<Maker> | null,
  ) {}

  async start(body: Request, signal?: AbortSignal): Promise<Tape> {
    const specs = [...(body.specs ?? []), ...(body.study ? [body.study.spec] : [])];
    const maker = await this.makerOf(specs);
    if (specs.some(({ model }) => model)) await this.#offered.promise;
    if (maker === null) return this.engine.start(withModels(body, this.#models), signal);
    const tape = await maker.start(withModels(body, []), signal);
    for (const run of tape.runs) this.#makers.set(run, maker);
    return tape;
  }

  async call(name: string, argument: string = ""): Promise<any> {
    const maker = INSIDE.includes(name) ? await this.makerOf([JSON.parse(argument).spec]) : null;
    return (maker ?? this.engine).call(name, argument);
  }

  async trace(run: string): Promise<Uint8Array<ArrayBuffer>> {
    return (this.#makers.get(run) ?? this.engine).trace(run);
  }

  async *model(): AsyncGenerator<any, any, any> {
    try {
      for await (const status of this.engine.model()) {
        this.#models = (status.models ?? []).map(({ name }: { name: string }) => name);
        this.#offered.resolve();
        yield status;
      }
    } finally {
      this.#offered.resolve();
    }
  }
}
