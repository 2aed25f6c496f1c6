/** The lessons and their game in the page, once the reader opens them. */

import { fileName } from "../../dom/saving.ts";
import { once } from "../../dom/once.ts";
import { withEdit } from "../../run/steering.ts";
import { specOf } from "../../run/spec.ts";
import { decodePlace, placeAddress } from "./address.ts";
import { Learn } from "./learn.ts";
import type { Mode, ModeContext } from "../../page/places.ts";
import type { Reader } from "../../page/reader.ts";
import type { Recording } from "../../run/recording.ts";
import type { Edit } from "../../run/spec-schema.ts";
import type { Form } from "../../share/maker.ts";
import type { At } from "./address.ts";
import type { Game } from "./game-address.ts";

export class Learning implements Mode {
  /** The lessons, once one has been opened. */
  lesson: Learn | null = null;

  /** @param looks can a step be computed again to look inside it? */
  constructor(
    public page: ModeContext["page"],
    private looks: boolean,
  ) {}

  /** Pressed again, it shows all lessons. */
  choose() {
    const back = this.page.player.views.mode === "learn" ? null : this.lesson?.at;
    return this.learn(back ?? { lesson: 0, part: 1 });
  }

  /** @param place in the lessons */
  async learn(place: At) {
    await this.#lessons().open(place).catch(this.page.say);
  }

  /** @param game of five canvases; null to choose its rule */
  async play(game: Game | null) {
    await this.#game()
      .then((view) => view.open(game))
      .catch(this.page.say);
  }

  read(reader: Reader) {
    const { at, game } = decodePlace(reader);
    if (at) return () => this.learn(at);
    return game && (() => this.play(game));
  }

  get address() {
    return placeAddress(this.lesson?.at ?? null, this.lesson?.game?.game ?? null);
  }

  get form(): Form | null {
    const taken = this.lesson?.taken ?? null;
    if (taken === null) return null;
    const { title } = taken.lesson;
    return {
      name: "lesson",
      face: "This lesson, to play offline (.html)",
      hint: "One file with the lesson, its runs and its questions",
      title,
      make: async () => {
        const [{ templateOf }, { lessonFile }] = await Promise.all([
          import("../../share/page-file.ts"),
          import("./lesson-file.ts"),
        ]);
        const template = await templateOf(this.page.assets, "lessons");
        return { name: `${fileName(title)}.html`, blob: await lessonFile(template, taken) };
      },
    };
  }

  #lessons(): Learn {
    const { player, runList, table, sharing, assets, say, engine } = this.page;
    return (this.lesson ??= new Learn({
      player,
      runList,
      knobs: table,
      assets,
      make: (recording, settings) => this.page.makeLike(recording, settings),
      play: (game) => this.play(game),
      branch: (recording, moment, edit) =>
        this.#branchInLesson(recording, moment, edit).catch((error) => (say(error), false)),
      ask: this.looks ? (name, request) => engine.call(name, request) : null,
      leave: async (mode, item) => {
        await runList.choose(item);
        this.page.setMode(mode);
      },
      rest: (leaves) => {
        if (leaves) sharing.leave();
        sharing.rest();
      },
      say,
    }));
  }

  /**
   * Goes on from a moment of a lesson's run with cells changed, beside it.
   *
   * @returns false if it could not begin
   */
  async #branchInLesson(recording: Recording, moment: number, edit: Edit): Promise<boolean> {
    const { branchOf } = await import("../../page/branching.ts");
    const spec = specOf(recording.header, this.page.table);
    if (spec === null) return false;
    const run = branchOf({ recording, moment, picture: "" }, { ...spec, ...withEdit(spec, edit) });
    if (typeof run === "string") throw new Error(run);
    return this.page.lanes.make([run], false, true);
  }

  #game = once(async () => {
    const { GameView } = await import("./game-view.tsx");
    const lessons = this.#lessons();
    return (lessons.game = new GameView(lessons));
  });
}
