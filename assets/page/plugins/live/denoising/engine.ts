/** The engine in the page: takes requests as the server's does, and answers what the page asks beside. It runs in a worker. */

import { answer } from "./answers.ts";
import { DeciderGraphs } from "./decider-graphs.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { lookInside, withoutConditioning } from "./inside.ts";
import { Job } from "./job.ts";
import { checkPrompt, checkRun } from "./limits.ts";
import { Moments } from "./moments.ts";
import { Recorder, headerOf } from "./recorder.ts";
import { rowOf } from "./row.ts";
import { RunSpec } from "./spec.ts";
import { specsOf } from "./studies.ts";
import type { Request } from "../../../engine/server.ts";
import type { Message } from "../../../engine/tape.ts";
import type { Outside } from "../decider.ts";
import type { Graphs } from "./graphs.ts";
import type { Manifest } from "./manifest.ts";
import type { PuzzleList } from "./puzzles.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { World } from "./world/world.ts";

const MOST_TOGETHER = 4;
/** So many steps are kept of runs that are over, at some 12 kB each. */
const MOST_STEPS = 3000;
const PICTURE = "This checkpoint does not support a picture in a prompt; leave it out.";
const FORGOTTEN = "This run is no longer kept here; what the page has of it stays.";
const BUSY = "The run waits until those before it are over.";

const INSIDE = { look_inside: lookInside, without_conditioning: withoutConditioning };

/** Work that is done one after the other. */
class Line {
  /** Done when all of it is. */
  #done: Promise<unknown> = Promise.resolve();
  /** How much goes on or waits. */
  length = 0;

  add<T>(work: () => Promise<T>): Promise<T> {
    this.length += 1;
    const done = this.#done.then(work).finally(() => (this.length -= 1));
    this.#done = done.catch(() => {});
    return done;
  }
}

export class Engine {
  manifest: Manifest;
  moments: Moments;

  /** The runs that are over, by name. */
  #ended: Map<string, Recorder> = new Map();
  /** Those that are asked for one by one, and studies: neither waits for the other. */
  #lines = { runs: new Line(), studies: new Line() };
  #steps = 0;
  #names = 0;

  /**
   * @param world whose rules judge texts; null if nobody knows
   * @param software name -> version of what computes runs
   * @param puzzles for visitors, who seldom want one
   */
  constructor(
    public graphs: Graphs,
    public vocabulary: Vocabulary,
    public world: World | null,
    public software: Record<string, string>,
    public puzzles: () => Promise<PuzzleList>,
  ) {
    this.manifest = graphs.manifest;
    this.moments = new Moments();
  }

  /**
   * @param say writes a message of `playground/trace/wire.py` on the tape of the request
   * @returns the names of its runs
   * @throws {PlaygroundError} none of it can begin
   */
  start(
    body: Request & { outside?: Outside },
    say: (message: Message) => void,
  ): { runs: string[]; job: Job; done: Promise<void> } {
    const { study, branches = [], alone = false, freely = false, picture = "", outside } = body;
    const graphs = outside ? new DeciderGraphs(this.graphs, outside) : this.graphs;
    const free = freely || Boolean(study);
    const values = study ? specsOf(study, graphs.manifest) : (body.specs ?? []);
    if (values.length === 0 || (!free && values.length > MOST_TOGETHER))
      throw new PlaygroundError(`Runs that are asked for together must be a list of 1 to ${MOST_TOGETHER} specs.`);
    const runs = values.map(() => `here ${(this.#names += 1)}`);
    const requested = values.map((spec, place) => {
      try {
        if (picture !== "") throw new PlaygroundError(PICTURE);
        return this.#requested(runs[place], place, spec, this.#ended.get(branches[place] ?? ""), graphs);
      } catch (error) {
        return error as Error;
      }
    });
    if (requested.every((each) => each instanceof Error)) throw requested[0];
    const job = new Job(this, graphs, requested, { alone, free }, say);
    const line = free ? this.#lines.studies : this.#lines.runs;
    if (line.length > 0) job.waits(BUSY);
    return { runs, job, done: line.add(() => job.work()) };
  }

  /**
   * @param values a spec, or its serialised form
   * @param parent the run that it branches from
   * @throws {PlaygroundError} it cannot begin
   */
  #requested(name: string, place: number, values: any, parent: Recorder | undefined, { manifest }: Graphs): Recorder {
    const wanted = values instanceof RunSpec ? values : RunSpec.of(values, manifest);
    checkPrompt(wanted.prompt);
    checkRun(wanted, manifest.canvas_length);
    const { spec, promptIds } = rowOf(wanted, this.vocabulary, parent && stepsOf(parent));
    const header = headerOf(spec, promptIds, manifest, this.software);
    return new Recorder(name, place, spec, header, this.vocabulary, parent);
  }

  /** @param recorder of a run that is over; the oldest are let go */
  keep(recorder: Recorder) {
    this.#ended.set(recorder.name, recorder);
    this.#steps += recorder.frames.length;
    for (const [first, { frames }] of this.#ended) {
      if (this.#steps <= MOST_STEPS || first === recorder.name) break;
      this.#ended.delete(first);
      this.#steps -= frames.length;
    }
  }

  /** @param run its name @returns all that was said of it, or would have been @throws {PlaygroundError} it is not kept */
  trace(run: string): Message[] {
    const ended = this.#ended.get(run);
    if (!ended) throw new PlaygroundError(FORGOTTEN);
    return ended.messages;
  }

  /**
   * @param name of a function of `playground/server/functions.py`
   * @returns ready for JSON
   */
  async call(name: string, argument: string): Promise<any> {
    try {
      if (!Object.hasOwn(INSIDE, name)) return await answer(name, argument, this);
      return await INSIDE[name as "look_inside"](this, argument);
    } catch (error) {
      if (error instanceof PlaygroundError) return { refused: error.message };
      throw error;
    }
  }
}

/** @returns how many steps each block has */
function stepsOf({ frames }: Recorder): number[] {
  const steps: number[] = [];
  for (const { block } of frames) steps[block - 1] = (steps[block - 1] ?? 0) + 1;
  return steps;
}
