/** A text of the reader's own: a button beside the prompt opens a sheet for it. */

import { addPluginStyle } from "../../dom/style.ts";
import { OwnText } from "./sheet.ts";
import type { AskContext } from "../../page/places.ts";

const sheets = new WeakMap<HTMLElement, OwnText>();

/** @param text with gaps, typed as the prompt; "" for none */
export async function ask(text: string, { page: { root, steering } }: AskContext) {
  const [hand] = await Promise.all([steering.hand(), addPluginStyle("own_text")]);
  const sheet = sheets.get(root) ?? new OwnText(root, hand.page);
  sheets.set(root, sheet);
  sheet.open(text);
}
