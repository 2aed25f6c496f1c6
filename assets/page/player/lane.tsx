/** One more run beside the first: its title, and its canvas under the same clock. */

import { computed, signal } from "@preact/signals";
import { CellPainter } from "../cells/draw.ts";
import { Places } from "../cells/text-flow.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { momentIn } from "../run/lanes.ts";
import { placeSentence } from "../run/sentences.ts";
import { made } from "../ui/made.ts";
import { cellText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { CellCursor, Cells } from "./cursor.tsx";
import type { Signal } from "@preact/signals";
import type { Half } from "../cells/appearance.ts";
import type { Theme } from "../cells/colour.ts";
import type { Look } from "../cells/draw.ts";
import type { Moment, Recording } from "../run/recording.ts";
import type { Taste } from "../run/special.ts";
import type { Reader } from "./panel.ts";

/** The title says only what differs. */
type Named = { letter: string; title: string };
/** The lane has another size, or goes; the first one stays. */
type Acts = { enlarged: () => void; close: (() => void) | null };

export class Lane {
  title = {} as HTMLElement;
  stage = {} as HTMLElement;
  root: HTMLElement;
  letter: string;
  /** Which moment it shows. */
  where = signal("");
  /** What the run waits for, or why it could not go on. */
  notice: Signal<string>;
  large = signal(false);
  /** What is too low for words, or cut, is named on hover. */
  hint = signal<string | undefined>(undefined);
  painter: CellPainter | null = null;
  cursor: CellCursor | null = null;
  places: Places | null = null;
  moment: Moment | undefined;

  /** @param stage of the first lane; others get one */
  constructor(
    public recording: Recording,
    named: Named,
    reader: Pick<Reader, "choose" | "point">,
    acts: Acts,
    stage?: HTMLElement,
  ) {
    this.letter = named.letter;
    this.notice = signal(recording.notice);
    const point = (position: number | null) => {
      this.hint.value = this.#textAt(position);
      reader.point(position);
    };
    const grid = () => (this.painter as CellPainter).grid;
    if (!stage) this.cursor = new CellCursor(grid, { ...reader, point }, `Canvas of the lane: ${named.title}`);
    this.root = made(<Section lane={this} {...named} {...acts} />);
    if (stage) this.root.append((this.stage = stage));
  }

  /** @returns the token there, and what became of it */
  #textAt(position: number | null): string {
    const { recording, painter, moment } = this;
    if (!painter || position === null || moment === undefined) return "";
    const id = painter.ids[position];
    const empty = recording.emptiness(id);
    const token = `${cellText(recording.tokens.get(id) ?? "")}${empty && ` (${words("plain")[empty]})`}`;
    return moment.noise || recording.bare
      ? token
      : `${token}, ${namesOf(wayOf(recording.header), "plain")[recording.frames[moment.step].status[position]]}`;
  }

  /**
   * @param scale of the letters
   * @param low may cells be too low for words?
   */
  prepare(shape: "grid" | "text", theme: Theme, scale: number, low: boolean) {
    const { painter, stage, recording } = this;
    if (painter === null) return;
    const bounded = getComputedStyle(stage).overflowY === "auto";
    const room = { width: stage.clientWidth, height: bounded ? stage.clientHeight : 0, scale, low };
    this.places = new Places(recording, shape, room, (text) => painter.measure(text));
    painter.prepare(this.places, theme);
  }

  /** @param at its moment; as many as it has, or more, once it is over */
  paint(at: number, look: Look, half: Half, chosen: number | null, taste: Taste) {
    const { recording, painter, places, cursor } = this;
    const moment = (this.moment = momentIn(recording, at));
    const over = !recording.live && at >= recording.moments.length - 1;
    this.notice.value = recording.notice;
    this.where.value =
      moment === undefined
        ? ""
        : `${placeSentence(recording, moment, taste)}${over && at >= recording.moments.length ? ", over" : ""}`;
    if (painter === null || places === null) return;
    if (moment === undefined) {
      painter.stand(places.before(1));
      return painter.blank();
    }
    painter.stand(places.at(moment.step));
    painter.paint(recording, moment, look, at >= recording.moments.length ? "whole" : half);
    cursor?.paint(chosen !== null && chosen < recording.header.canvas_length ? chosen : null);
  }
}

const Section = ({ lane, letter, title, enlarged, close }: { lane: Lane } & Named & Acts) => (
  <section class={computed(() => (lane.large.value ? "tdp-lane tdp-lane-large" : "tdp-lane"))} aria-label={title}>
    <div class="tdp-lane-head">
      <b class="tdp-lane-letter" data-lane={letter}>
        {letter}
      </b>
      <strong dir="auto" ref={(made) => void (made && (lane.title = made))}>
        {title}
      </strong>
      <span class="tdp-lane-where">{lane.where}</span>
      <button
        type="button"
        title={`Enlarge the lane ${letter}, or make all alike`}
        aria-pressed={lane.large}
        onClick={() => {
          lane.large.value = !lane.large.value;
          enlarged();
        }}
      >
        ⤢
      </button>
      {close && (
        <button type="button" title={`Take away the lane: ${title}`} onClick={close}>
          ×
        </button>
      )}
    </div>
    <p class="tdp-lane-notice" role="status">
      {lane.notice}
    </p>
    {lane.cursor && (
      <div class="tdp-stage tdp-lane-stage" ref={(made) => void (made && (lane.stage = made))}>
        <Cells
          cursor={lane.cursor}
          hint={lane.hint}
          canvas={(canvas) => void (canvas && (lane.painter = new CellPainter(canvas)))}
        />
      </div>
    )}
  </section>
);
