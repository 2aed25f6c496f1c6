/** The rooms that a page of this project has. */

import type { Learn } from "./learn/learn.ts";
import type { Rooms } from "./page/rooms.ts";

export const ROOMS: Rooms = {
  present: async (page) => (await import("./hall/presenter.ts")).present(page),
  watch: async (page, token) => new (await import("./hall/watcher.ts")).Watcher(page, token),
  lessons: async (page) => new (await import("./learn/learn.ts")).Learn(page),
  async game(lessons: Promise<Learn>) {
    const [learn, { GameView }] = await Promise.all([lessons, import("./learn/game-view.ts")]);
    return new GameView(learn);
  },
};
