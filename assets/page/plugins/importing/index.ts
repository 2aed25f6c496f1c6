/** Opens what other programs wrote about their runs. */

import { readFrames } from "./frames.ts";

export const read = readFrames;
