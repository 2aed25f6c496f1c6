/** Where the opening rests: the sentence about the cell that took a word back, and a thin line of ink from one to the other. */

import { signal } from "@preact/signals";
import { AGAIN } from "../../page/first-visit.ts";
import { made } from "../../ui/made.ts";
import { Pill } from "../../ui/pill.tsx";
import { HEADINGS, taleOf } from "./words.ts";
import type { Correction } from "../../run/corrections.ts";
import type { Recording } from "../../run/recording.ts";
import type { OpeningContext } from "../../page/places.ts";

/** From this width on the drawer stands beside the canvas, as in the style sheet. */
const DRAWER_BESIDE = 1000;
/** The line runs so far left of the canvas, half as far right of it, ends so far left of the sentence, and its end is so large. */
const [MARGIN, GAP, DOT] = [12, 9, 2.5];

export class OpeningRest {
  tale = signal("");
  root: HTMLElement;
  /** Of the line, and of the dot at its end. */
  course = signal("");
  end = { x: signal(0), y: signal(0) };
  line = made<SVGSVGElement>(
    <svg class="tdp-opening-line" aria-hidden="true">
      <path d={this.course} />
      <circle r={DOT} cx={this.end.x} cy={this.end.y} />
    </svg>,
  );
  /** Ends what listens while it rests. */
  going: AbortController | null = null;

  constructor(
    public page: Pick<OpeningContext["page"], "player" | "root">,
    replay: () => void,
  ) {
    this.root = made(
      <div class="tdp-opening-rest">
        <h2>{HEADINGS[2]}</h2>
        <p>{this.tale}</p>
        <Pill hint={AGAIN} onClick={replay}>{`↺ ${AGAIN}`}</Pill>
      </div>,
    );
  }

  /** @param correction of the step that is shown */
  show(recording: Recording, correction: Correction) {
    const { root, player } = this.page;
    const { view, views } = player;
    this.tale.value = taleOf(recording, correction, correction.again);
    const below = view.root.clientWidth < DRAWER_BESIDE;
    if (below) view.watching.prepend(this.root);
    else view.caption.append(this.root);
    root.append(this.line);
    root.classList.toggle("tdp-rests", !below);
    this.going = new AbortController();
    const { signal } = this.going;
    const holds = () =>
      player.recording?.run === recording.run &&
      player.step === correction.again &&
      !player.noise &&
      views.chosen === correction.position &&
      views.mode === "watch";
    const draw = () => this.#draw(correction.position);
    player.addEventListener("paint", () => (holds() ? draw() : this.leave()), { signal });
    const sizes = new ResizeObserver(() => {
      if (below) views.sheet.uncover(); // the sheet has grown
      draw();
    });
    sizes.observe(view.drawer);
    signal.addEventListener("abort", () => sizes.disconnect());
    addEventListener("scroll", draw, { signal, capture: true, passive: true });
    addEventListener("resize", draw, { signal });
    player.refresh();
  }

  /** The reader goes on. */
  leave() {
    this.going?.abort();
    this.going = null;
    this.root.remove();
    this.line.remove();
    this.page.root.classList.remove("tdp-rests");
  }

  /**
   * @param position of the cell that the line begins at: beside it, or in the gap below its row where others stand
   * between it and the edge on the side of the sentence
   */
  #draw(position: number) {
    const { view, views } = this.page.player;
    const box = views.painter.grid.boxes[position];
    if (!box) return;
    const canvas = view.canvas.getBoundingClientRect();
    const head = (this.root.firstElementChild as Element).getBoundingClientRect();
    const right = head.left > canvas.right;
    const edge = right ? canvas.right + MARGIN / 2 : Math.max(canvas.left - MARGIN, 4);
    const first = !right && box.x < box.width / 2;
    const x = canvas.left + box.x + (right ? box.width : 0);
    const y = canvas.top + box.y + (first ? box.height / 2 : box.height + 1);
    const end = { x: Math.max(head.left - GAP, edge), y: head.top + head.height / 2 };
    this.course.value = `M${x} ${y}H${edge}V${end.y}H${end.x}`;
    [this.end.x.value, this.end.y.value] = [end.x, end.y];
  }
}
