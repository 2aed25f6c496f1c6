/**
 * The room beside the page: the hall. It stands on the floor above it, so whoever starts the page hands it in; its scripts
 * come late.
 */

import type { Page } from "./page.ts";

/** Where several people see the same runs. */
export interface Hall {
  over: AbortController;
  /** Of one who presents: the link and the code. */
  dialog?: HTMLDialogElement;
}

/** What a hall needs of the page of one who presents, and of one who watches. */
export type Presenting = Pick<Page, "halls" | "lanes" | "parts" | "player" | "root" | "runList" | "say" | "shell">;
export type Watching = Pick<Page, "assets" | "engine" | "lanes" | "player" | "root" | "runList" | "sharing" | "shell">;

export interface Rooms {
  present(page: Presenting): Promise<Required<Hall>>;
  /** @param token of the hall */
  watch(page: Watching, token: string): Promise<Hall>;
}
