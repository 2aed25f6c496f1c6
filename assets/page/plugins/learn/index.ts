/** The mode Learn: lessons, their path, and the game of five canvases. */

import { Learning } from "./learning.ts";
import type { PartContext } from "../../page/parts.ts";

export const mode = ({ page }: PartContext) => new Learning(page);
