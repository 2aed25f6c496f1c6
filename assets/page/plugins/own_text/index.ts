/** A text of the reader's own: a button beside the prompt opens a sheet for it. */

import { addPluginStyle } from "../../dom/style.ts";
import { ownTextIn } from "./sheet.tsx";
import type { AskContext } from "../../page/places.ts";
import type { OwnText } from "./own-text.ts";

const sheets = new WeakMap<HTMLElement, OwnText>();

/** @param text with gaps, typed as the prompt; "" for none */
export async function ask(text: string, { page: { root, steering } }: AskContext) {
  const [hand] = await Promise.all([steering.hand(), addPluginStyle("own_text")]);
  const sheet = sheets.get(root) ?? ownTextIn(root, hand.page);
  sheets.set(root, sheet);
  sheet.open(text);
}
