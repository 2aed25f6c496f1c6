/**
 * What a step of the 26B checkpoint does and moves, counted on a device that computes nothing, as
 * `python -m playground bench --rehearse` prints it. `python -m workshop.makers.rehearsed` writes this.
 */

/** Bytes without those of the weights. */
export type Part = { operations: number; bytes: number };

type Rehearsed = { prefix: number; floor: Record<string, number>; steps: Record<string, Record<string, Part>> };

export const REHEARSED: Rehearsed = {
  "prefix": 300,
  "floor": {
    "experts": 45675967500,
    "embeddings": 2952790016,
    "weights": 3349607936,
    "cache": 67584000,
    "logits": 268435456
  },
  "steps": {
    "eager": {
      "attention": {
        "operations": 30,
        "bytes": 351764480
      },
      "copies": {
        "operations": 122,
        "bytes": 456556544
      },
      "decision": {
        "operations": 123,
        "bytes": 5678856431
      },
      "rest of the pass": {
        "operations": 3638,
        "bytes": 17439957504
      }
    },
    "static": {
      "attention": {
        "operations": 30,
        "bytes": 319838720
      },
      "copies": {
        "operations": 122,
        "bytes": 379060224
      },
      "decision": {
        "operations": 123,
        "bytes": 5678856431
      },
      "rest of the pass": {
        "operations": 3640,
        "bytes": 17442841092
      }
    },
    "static, fixed seats": {
      "attention": {
        "operations": 30,
        "bytes": 498127360
      },
      "copies": {
        "operations": 122,
        "bytes": 379060224
      },
      "decision": {
        "operations": 123,
        "bytes": 5678856431
      },
      "rest of the pass": {
        "operations": 3640,
        "bytes": 17442841092
      }
    }
  }
};
