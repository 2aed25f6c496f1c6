/** Machines by what their makers publish. `python -m workshop.makers.gpus` writes this. */

import type { Machine } from "../../rules/cost.ts";

export const GPUS: Machine[] = [
  {
    "name": "H100 SXM",
    "bytesPerS": 3350000000000.0,
    "flopsPerS": 989500000000000.0
  },
  {
    "name": "H200 SXM",
    "bytesPerS": 4800000000000.0,
    "flopsPerS": 989500000000000.0
  }
];
