/** The runs of a hall on the page of one who watches: side by side, each as its messages come. */

import { messageOf } from "../../dom/elements.ts";
import { HallLane } from "./lane.ts";
import type { Recording } from "../../run/recording.ts";
import type { Told } from "./lane.ts";
import type { Message } from "./stream.ts";
import type { Watcher } from "./watcher.tsx";

export class Runs {
  lanes: HallLane[] = [];
  /** Which of them the next messages are about. */
  at = 0;
  /** The first one, once it stands on the page. */
  standing: HallLane | null = null;

  constructor(private hall: Watcher) {}

  /** @param shown by the hall from now on; no more comes of the others */
  turn(shown: Told[]) {
    const before = this.lanes;
    this.at = 0;
    this.lanes = shown.map((lane) => {
      const known = before.find(({ name, reader }) => name === (lane.run || lane.example) && !reader.broken);
      if (known === undefined) return this.#begin(lane);
      if (lane.anew) known.again();
      return known;
    });
    const cut = before.filter((lane) => lane.recording?.live && !this.lanes.includes(lane));
    for (const lane of cut) lane.stop();
    if (cut.length > 0) this.hall.page.player.finish();
  }

  take(message: Message) {
    const lane = this.lanes[this.at];
    try {
      const sentence = lane.take(message);
      if (sentence !== "" && lane.recording === null) this.hall.draw(sentence);
    } catch (error) {
      this.hall.draw(messageOf(error));
    }
  }

  #begin(shown: Told): HallLane {
    const { page, place, over } = this.hall;
    const { player } = page;
    const lane = new HallLane(page, shown, {
      begun: () => this.stand(),
      grown: () => {
        if (lane.recording && player.lanes.includes(lane.recording)) player.grow();
        if (!place.lead?.playing) place.follow();
        this.hall.draw();
      },
      ended: () => {
        player.grow();
        if (!player.lanes.some(({ live }) => live)) player.finish();
        this.stand();
      },
      completed: (recording) => {
        page.lanes.completed(recording);
        if (player.lanes.includes(recording)) player.grow();
      },
    });
    if (shown.example !== "")
      lane.read().catch((error) => {
        if (!over.signal.aborted) this.hall.draw(messageOf(error));
      });
    return lane;
  }

  /**
   * Shows them as far as they are there, unless the reader looks at another run. What comes after the end of the hall
   * changes nothing.
   */
  stand() {
    const { page, place, hides, over } = this.hall;
    if (over.signal.aborted) return;
    const { player, runList } = page;
    const missing = this.lanes.findIndex(({ recording }) => recording === null);
    const [first, ...others] = missing < 0 ? this.lanes : this.lanes.slice(0, missing);
    if (!first?.item || !first.recording) return;
    if (this.standing !== first) {
      this.standing = first;
      runList.select(first.item);
      player.show(first.recording, hides ? 0 : undefined);
    }
    if (runList.shown !== first.item) return;
    player.views.mode = others.length > 0 ? "compare" : "watch";
    for (const { recording, item } of others) if (item) page.lanes.entries.set(recording as Recording, item);
    player.sideBySide.compare(others.map(({ recording }) => recording as Recording));
    place.follow();
    this.hall.draw();
  }
}
