/** Frames around cells, while the reader predicts. They follow the layout of the canvas. */

import { signal } from "@preact/signals";
import { made } from "../../ui/made.ts";
import { usePlayer } from "./use-player.ts";
import type { Player } from "../../player/player.ts";

export class Marks {
  positions = signal<number[]>([]);

  constructor(player: Player) {
    player.view.stage.append(made(<Frames marks={this} player={player} />));
  }

  show(positions: Iterable<number>) {
    this.positions.value = [...positions];
  }
}

function Frames({ marks, player }: { marks: Marks; player: Player }) {
  const { boxes } = usePlayer(player, "paint", () => player.painter.grid);
  return (
    <div class="tdp-cell-marks" aria-hidden="true">
      {marks.positions.value.map((position) => {
        const { x, y, width, height } = boxes[position] ?? {};
        const style = { transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` };
        return <i class="tdp-cell-mark" hidden={x === undefined} style={style} />;
      })}
    </div>
  );
}
