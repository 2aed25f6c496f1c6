/** One lesson, part by part. Parts that were read stay; those that come are not shown yet. */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { BLOCKS } from "./blocks.tsx";
import { Choice } from "./choice.tsx";
import { References, wordsOf } from "./words.tsx";
import type { Recording } from "../../run/recording.ts";
import type { Verdict } from "./answers.ts";
import type { Part } from "./lesson.ts";
import type { Reading } from "./reading.ts";
import type { Stand } from "./stand.ts";
import type { Reference } from "./words.tsx";

/** What the prose asks of the page. */
export interface Reader extends Omit<Stand, "recording" | "open" | "tell" | "again"> {
  references: Reference;
  turn: (part: number) => void;
  /** One by its number; 0 is the path of all. */
  open: (lesson: number, part?: number) => void;
  /** Opens another mode, on the run of the lesson; null where there is no model. */
  leave: ((mode: string) => void) | null;
  answered: () => void;
  /** An answer was taken back. */
  reopened: () => void;
  recording: (run: string) => Recording;
}

interface View {
  reading: Reading;
  reader: Reader;
}

/** Where a lesson leads: the mode, and what is said of it. */
const ONWARD: [mode: string, face: string, title: string][] = [
  ["tune", "Tune it yourself", "Open Tune on the run of this lesson"],
  ["watch", "Write a prompt of your own", "Open Watch"],
  ["compare", "Let the three ways race", "Open Compare"],
];
const GUESSES = "All that you guessed, and what the runs answered";

export function LessonView({ reading, reader, panel }: View & { panel: HTMLElement }) {
  const { level, entry, alone, following, lesson } = reading;
  const part = reading.part.value;
  const last = part === lesson.parts.length;
  const place = level.indexOf(entry);
  const parts = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => parts.current?.children[part - 1].append(panel), [part]);
  return (
    <References.Provider value={reader.references}>
      <div class="tdp-lesson-place" hidden={alone}>
        <button type="button" class="tdp-to-path" title="The path of the lessons" onClick={() => reader.open(0)}>
          ‹ All lessons
        </button>
        <span>{`${place + 1} of ${level.length}`}</span>
        <span class="tdp-lesson-bars" aria-hidden="true">
          {level.map((_, at) => (
            <i class={`tdp-lesson-bar${at <= place ? " tdp-lesson-past" : ""}`} />
          ))}
        </span>
      </div>
      <h2>{lesson.title}</h2>
      <div class="tdp-lesson-parts" ref={parts}>
        {lesson.parts.map((part, at) => (
          <PartView part={part} number={at + 1} {...{ reading, reader }} />
        ))}
      </div>
      <div class="tdp-lesson-turns">
        <button
          type="button"
          class="tdp-continue"
          hidden={last && alone}
          onClick={() => (last ? reader.open(following) : reader.turn(part + 1))}
        >
          {last ? (following > 0 ? "Next lesson" : "Back to all lessons") : "Continue"}
        </button>
        <Choice
          face="Back"
          title="Go back to the part before"
          hidden={part === 1}
          onClick={() => reader.turn(part - 1)}
        />
      </div>
      <section class="tdp-lesson-end" aria-label="Where to read more" hidden={!last}>
        <Ending {...{ reading, reader }} />
      </section>
    </References.Provider>
  );
}

function PartView({ part, number, reading, reader }: View & { part: Part; number: number }) {
  const now = reading.part.value;
  const look = number > now ? " tdp-lesson-later" : number < now ? " tdp-lesson-past" : "";
  const blocks = useMemo(() => {
    const open = () => reading.part.value === number && reader.player.views.mode === "learn";
    const tell = (verdict: Verdict) => {
      reading.answers.add(number);
      reader.answered();
      reading.keep(number, verdict);
    };
    const again = () => {
      reading.answers.delete(number);
      reader.reopened();
    };
    return part.blocks.map((block) => {
      const Block = BLOCKS[block.kind];
      const run = "run" in block ? block.run : reading.runOf(number);
      return <Block {...reader} {...{ block, open, tell, again }} recording={() => reader.recording(run)} />;
    });
  }, []);
  const press = ({ target }: MouseEvent) => {
    if (number < now && !(target as Element).closest("button, a, input, form")) reader.turn(number);
  };
  return (
    <section class={`tdp-lesson-part${look}`} tabIndex={-1} aria-label={`Part ${number}`} onClick={press}>
      {blocks}
    </section>
  );
}

/** Where to go on, and what to read. */
function Ending({ reading: { following, lesson }, reader: { open, leave } }: View) {
  const last = following === 0;
  return (
    <>
      {last && <h3>Where to go on</h3>}
      <div class="tdp-choices">
        {last && <Choice face="What you guessed" title={GUESSES} onClick={() => open(0, 2)} />}
        {leave &&
          ONWARD.slice(0, last ? ONWARD.length : 1).map(([mode, face, title]) => (
            <Choice {...{ face, title }} onClick={() => leave(mode)} />
          ))}
      </div>
      <h3>Read more</h3>
      <ul>
        {lesson.sources.map((source) => (
          <li>{wordsOf(source)}</li>
        ))}
      </ul>
    </>
  );
}
