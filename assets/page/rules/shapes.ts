/** The shapes of models that the page knows by name. `python -m workshop.makers.shapes` writes this. */

import type { Shape } from "./cost.ts";

export const SHAPES: Record<string, Shape> = {
  "embedded": {
    "canvas": 128,
    "vocabulary": 2001,
    "hidden": 256,
    "intermediate": 640,
    "expert": 64,
    "experts": 1,
    "routed": 1,
    "heads": 8,
    "window": 1024,
    "layers": [
      {
        "count": 4,
        "sliding": true,
        "size": 32,
        "keyHeads": 4
      },
      {
        "count": 1,
        "sliding": false,
        "size": 32,
        "keyHeads": 4
      }
    ]
  },
  "google/diffusiongemma-26B-A4B-it": {
    "canvas": 256,
    "vocabulary": 262144,
    "hidden": 2816,
    "intermediate": 2112,
    "expert": 704,
    "experts": 128,
    "routed": 8,
    "heads": 16,
    "window": 1024,
    "layers": [
      {
        "count": 25,
        "sliding": true,
        "size": 256,
        "keyHeads": 8
      },
      {
        "count": 5,
        "sliding": false,
        "size": 512,
        "keyHeads": 2
      }
    ]
  }
};
