/** The lessons of a page, for what else shows them. */

import type { Parts } from "../../page/parts.ts";
import type { Learn } from "./learn.ts";
import type { Learning } from "./learning.ts";

/** @returns null until one has been opened */
export const lessonsOf = ({ modes }: Pick<Parts, "modes">): Learn | null =>
  (modes.learn as Learning | undefined)?.lesson ?? null;
