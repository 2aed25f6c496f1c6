/** Boxes that must not overlap. For the tests only. */

import assert from "node:assert/strict";

type Box = { x: number; y: number; width: number; height: number };

/** @param room in which all of them stand */
export function areApart(boxes: Box[], room: { width: number; height: number }) {
  boxes.forEach((a, i) => {
    assert.ok(a.x >= 0 && a.y >= 0 && a.x + a.width <= room.width && a.y + a.height <= room.height, `${i} sticks out`);
    const onto = boxes.findIndex(
      (b, j) => j > i && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
    );
    assert.equal(onto, -1, `${i} at ${a.x}, ${a.y}`);
  });
}
