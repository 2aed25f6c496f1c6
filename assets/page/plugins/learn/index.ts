/** The mode Learn: lessons, their path, and the game of five canvases. */

import { Learning } from "./learning.ts";
import type { ModeContext } from "../../page/places.ts";

export const mode = ({ page, config }: ModeContext) => new Learning(page, config.looks);
