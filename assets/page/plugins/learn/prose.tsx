/** The column of prose: one lesson, or what is wrong with it. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { made } from "../../ui/made.ts";
import { LessonView } from "./lesson-view.tsx";
import type { Reader } from "./lesson-view.tsx";
import type { Reading } from "./reading.ts";

export class Prose {
  /** Does something else stand in its place? */
  away = signal(false);
  root = made(<article class="tdp-lesson" aria-label="Lesson" hidden={this.away} />);
  /** Where a panel of the drawer stands while a part speaks of it. */
  panel = made(<div class="tdp-lesson-panel" />);
  reading: Reading | null = null;

  constructor(private reader: Reader) {}

  /** @param sentence what is wrong */
  complain(sentence: string) {
    this.reading = null;
    const complaint = (
      <>
        <h2>Learn</h2>
        <p class="tdp-complaint" role="alert">
          {sentence}
        </p>
      </>
    );
    render(complaint, this.root);
  }

  show(reading: Reading) {
    this.end();
    this.reading = reading;
    render(<LessonView reading={reading} reader={this.reader} panel={this.panel} />, this.root);
  }

  /** Shows what an open question hides. */
  reveal(part: number) {
    this.reading?.answers.add(part);
    this.reader.answered();
  }

  /** The lesson is no longer read: what its exercises put on the canvas goes, whether or not they were answered. */
  end() {
    render(null, this.root);
  }

  /** Of the parts, in order. */
  get parts() {
    return this.root.querySelector(".tdp-lesson-parts") as HTMLElement;
  }

  /** Stands all below each other, the canvas between the title and the text? */
  get inOneColumn() {
    return getComputedStyle(this.root).display === "contents";
  }

  /**
   * @param part is shown now: the reader goes on there
   * @param opened with its lesson? Where all stands in one column, that begins with the title and the canvas.
   */
  arrived(part: number, opened: boolean) {
    if (this.root.childElementCount === 0) return; // the reader has left meanwhile
    if (opened && this.inOneColumn) return this.root.firstElementChild?.scrollIntoView({ block: "nearest" });
    const root = this.parts.children[part - 1] as HTMLElement;
    if (part > 1 || this.root.contains(document.activeElement)) root.focus({ preventScroll: true });
    const whole = root.getBoundingClientRect();
    if (whole.top < 0 || whole.bottom > innerHeight) root.scrollIntoView({ block: "nearest" });
  }
}
