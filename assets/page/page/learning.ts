/** The lessons and their game, once the reader opens them. */

import { once } from "../dom/once.ts";
import { withEdit } from "../run/steering.ts";
import { specOf } from "../run/spec.ts";
import type { Recording } from "../run/recording.ts";
import type { Edit } from "../run/spec-schema.ts";
import type { Lesson } from "./address.ts";
import type { Game } from "./game-address.ts";
import type { Page } from "./page.ts";
import type { Lessons, Rooms } from "./rooms.ts";

export class Learning {
  /** The lessons, once one has been opened. */
  lesson: Lessons | null = null;

  constructor(
    public page: Pick<
      Page,
      | "assets"
      | "engine"
      | "lanes"
      | "looksInside"
      | "makeLike"
      | "player"
      | "runList"
      | "say"
      | "setMode"
      | "sharing"
      | "table"
    >,
    public rooms: Pick<Rooms, "lessons" | "game">,
  ) {}

  #lessons = once(async () => {
    const { player, runList, table, sharing, assets, say, engine, looksInside } = this.page;
    this.lesson = await this.rooms.lessons({
      player,
      runList,
      knobs: table,
      assets,
      make: (recording, settings) => this.page.makeLike(recording, settings),
      play: (game) => this.play(game).catch(say),
      branch: (recording, moment, edit) =>
        this.#branchInLesson(recording, moment, edit).catch((error) => (say(error), false)),
      ask: looksInside ? (name, request) => engine.call(name, request) : null,
      leave: async (mode, item) => {
        await runList.choose(item);
        this.page.setMode(mode);
      },
      rest: (leaves) => {
        if (leaves) sharing.leave();
        sharing.rest();
      },
      say,
    });
    return this.lesson;
  });

  /**
   * Goes on from a moment of a lesson's run with cells changed, beside it.
   *
   * @returns false if it could not begin
   */
  async #branchInLesson(recording: Recording, moment: number, edit: Edit): Promise<boolean> {
    const { branchOf } = await import("./branching.ts");
    const spec = specOf(recording.header, this.page.table);
    if (spec === null) return false;
    const run = branchOf(recording, moment, { ...spec, ...withEdit(spec, edit) }, "");
    if (typeof run === "string") throw new Error(run);
    return this.page.lanes.make([run], false, "learn");
  }

  /** @param place in the lessons */
  async learn(place: Lesson) {
    await (await this.#lessons()).open(place);
  }

  #game = once(async () => {
    const lessons = this.#lessons();
    const game = await this.rooms.game(lessons);
    return ((await lessons).game = game);
  });

  /** @param game of five canvases; null to choose its rule */
  async play(game: Game | null) {
    await (await this.#game()).open(game);
  }
}
