/** The rooms that a page of this project has. */

import type { Rooms } from "./page/rooms.ts";

export const ROOMS: Rooms = {
  present: async (page) => (await import("./hall/presenter.ts")).present(page),
  watch: async (page, token) => new (await import("./hall/watcher.ts")).Watcher(page, token),
};
