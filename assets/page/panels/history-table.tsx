/** One position at every step of its block, as a table: its status, its three tokens and its uncertainty. */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { shadeOf, shades } from "../cells/colour.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { GLYPHS, NAMES } from "../run/status.ts";
import { tokenText } from "../words/glyphs.ts";
import { entropyText } from "../words/units.ts";
import { tokenProps } from "./panel.ts";
import type { Moment } from "../run/history.ts";
import type { Shown } from "./component.tsx";

/** Room for a token's text, in pixels. */
const CELL_WIDTH = 48;

interface Props extends Pick<Shown, "recording" | "theme" | "taste" | "reader"> {
  /** Others where the run, the theme or the taste is another one. */
  moments: Moment[];
  /** Place of the present step in them. */
  at: number;
}

export function HistoryTable({ recording, theme, taste: { unit, terms }, moments, at, reader }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  /** Pixels, measured once: asking for them while playing costs a layout for each picture. */
  const sizes = useRef({ head: 0, line: 0, room: 0, scrolled: 0 }).current;
  const names = namesOf(wayOf(recording.header), terms);
  const tokens = terms === "plain" ? ["went in", "drawn", "best guess"] : ["input", "sampled", "argmax"];
  const rows = useMemo(() => {
    const palette = shades(theme);
    return (
      <tbody>
        {moments.map(({ at, step, input, sampled, argmax, entropy, status }) => {
          const { fill, text } = palette[shadeOf(entropy)];
          return (
            <tr onClick={() => reader.seek(at)}>
              <th scope="row">{step}</th>
              {/* A sign to the eye and a word to screen readers, because four words do not fit into a column. */}
              <td class={`tdp-status tdp-is-${NAMES[status].replace(" ", "-")}`}>
                <span role="img" aria-label={names[status]} title={names[status]}>
                  {GLYPHS[status]}
                </span>
              </td>
              {[input, sampled, argmax].map((id) => (
                <td class="tdp-token" {...tokenProps(tokenText(recording, id), CELL_WIDTH)} />
              ))}
              <td class="tdp-heat" style={{ backgroundColor: fill, color: text }}>
                {entropyText(entropy, unit)}
              </td>
            </tr>
          );
        })}
      </tbody>
    );
  }, [moments]);
  useLayoutEffect(() => {
    const { tHead, tBodies } = table.current as HTMLTableElement;
    sizes.head = (tHead as HTMLElement).offsetHeight;
    sizes.line = tBodies[0].offsetHeight / moments.length;
    sizes.room = (scroller.current as HTMLDivElement).clientHeight;
  }, [moments]);
  useLayoutEffect(() => {
    const { style, tBodies } = table.current as HTMLTableElement;
    const { head, line, room, scrolled } = sizes;
    const row = tBodies[0].rows[at];
    row.setAttribute("aria-current", "step");
    // The frame of the line is a background of the table, so that no line is painted again.
    style.backgroundPositionY = `${head + at * line}px`;
    style.backgroundSize = `100% ${line}px`;
    // Not scrollIntoView, which would move the page as well. What is out of sight goes to the top, so scrolling is rare.
    if (at * line < scrolled || head + (at + 1) * line > scrolled + room) {
      sizes.scrolled = at * line;
      // At the beginning of the next picture: scrolling now, after changes, would force another layout.
      requestAnimationFrame(() => scroller.current?.scrollTo(0, sizes.scrolled));
    }
    return () => row.removeAttribute("aria-current");
  }, [moments, at]);
  return (
    <>
      <div
        class="tdp-scroller"
        tabIndex={0}
        role="region"
        aria-label="History of the position"
        ref={scroller}
        onScroll={({ currentTarget }) => (sizes.scrolled = currentTarget.scrollTop)}
      >
        <table class="tdp-history" ref={table}>
          <thead>
            <tr>
              {["step", "status", ...tokens, unit].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          {rows}
        </table>
      </div>
      <p class="tdp-glyph-key" aria-hidden="true">
        {names.map((name, code) => `${GLYPHS[code]} ${name}`).join("   ")}
      </p>
    </>
  );
}
