/** The row in a cell's card: text to hold there or to put there once, and how it falls into tokens. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { handAt } from "../rules/hand.ts";
import { wayOf } from "../rules/ways.ts";
import { Pill } from "../ui/pill.tsx";
import { Status } from "../ui/status.tsx";
import { cellText } from "../words/glyphs.ts";
import { counted } from "../words/units.ts";
import { wordAt } from "./word-at.ts";
import type { Frame, Recording } from "../run/recording.ts";
import type { Note } from "../ui/status.tsx";
import type { Tokens } from "./hand.tsx";

interface Props {
  recording: Recording;
  frame: Frame;
  position: number;
  /** Is only the noise shown? */
  noise: boolean;
  /** Is something held there in the next run? */
  pinned: boolean;
  tokens: (text: string) => Promise<Tokens>;
  /** Null takes the pin away; returns why it cannot be. */
  pin: (position: number, ids: number[] | null) => string;
  /** Null is noise; returns why it cannot be. */
  change: (position: number, ids: number[] | null) => string;
}

/** A reader who rests this long is asked for. */
const REST_MS = 150;

export function HoldRow({ recording, frame, position, noise, pinned, tokens, pin, change }: Props) {
  const text = useSignal("");
  /** What was typed when it was last read, and its tokens. */
  const read = useSignal<Tokens & { typed: string }>({ typed: "" });
  /** What came of the last press; null while the line is about what was read. */
  const note = useSignal<Note | null>(null);
  const ids = () => (read.value.typed === text.value && read.value.ids) || [];
  const none = ids().length === 0;
  const causal = wayOf(recording.header).causal;

  const clear = () => {
    text.value = "";
    read.value = { typed: "" };
    note.value = null;
  };
  const look = async () => {
    const typed = text.value;
    if (typed === read.value.typed) return;
    const answer = typed === "" ? {} : await tokens(wordAt(recording, frame, position, typed));
    if (typed !== text.value) return; // the reader has typed on
    read.value = { ...answer, typed };
    note.value = null;
  };
  const hold = async () => {
    await look();
    if (ids().length === 0) return;
    const problem = pin(position, ids());
    if (problem === "") clear();
    note.value = { text: problem || "Held in the next run: press Generate to write around it.", wrong: problem !== "" };
  };
  const free = () => {
    pin(position, null);
    note.value = { text: "", wrong: false };
  };
  const put = (ids: number[] | null) => (note.value = { text: change(position, ids), wrong: true });

  useLayoutEffect(clear, [recording, position]);
  useEffect(() => {
    const rest = setTimeout(look, REST_MS);
    return () => clearTimeout(rest);
  }, [text.value]);
  useEffect(() => {
    if (read.value.ids) note.value = null;
  }, [frame]);

  return (
    <>
      <input
        type="text"
        maxLength={400}
        aria-label="Text to hold here"
        placeholder="Type to hold a text here"
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          if (event.key === "Enter" && !event.isComposing) hold();
        }}
      />
      <Pill face="Pin" hint="Hold this text here in the next run (Enter)" disabled={none} onClick={hold} />
      {pinned && <Pill face="Unpin" hint="Let the next run write here" onClick={free} />}
      {text.value !== "" && !causal && (
        <Pill
          face="Put here once"
          hint="Run again with this text here from the next step on, free to change"
          disabled={none}
          onClick={() => put(ids())}
        />
      )}
      {text.value === "" && !causal && handAt(frame, position) !== "held" && (
        <Pill hint="Run again with this cell turned into noise before the next step" onClick={() => put(null)}>
          {noise ? "New noise" : "Re-noise"}
        </Pill>
      )}
      <Status note={note.value ?? noteOf(read.value, frame, position)} />
    </>
  );
}

/** How the text falls into tokens, and what the shown step makes of each. */
function noteOf({ ids, texts = {}, refused = "" }: Tokens, frame: Frame, position: number): Note {
  if (!ids) return { text: refused, wrong: true };
  const { top_ids: top, top_probs: shares, argmax_ids } = frame;
  const k = (top?.length ?? 0) / argmax_ids.length;
  let without = 0;
  const names = ids.map((id, beside) => {
    const [token, at] = [`“${cellText(texts[id] ?? "")}”`, position + beside];
    if (!top || !shares || at >= argmax_ids.length) return token;
    const rank = top.subarray(at * k, (at + 1) * k).indexOf(id);
    without += Number(rank === -1);
    return rank === -1 ? token : `${token} (rank ${rank + 1}, probability ${shares[at * k + rank].toPrecision(2)})`;
  });
  const who = without < ids.length ? "Those without a rank are" : without === 1 ? "It is" : "They are";
  const rest = without > 0 ? `. ${who} not among the ${k} most probable here.` : "";
  const list = `${names.slice(0, 12).join(" ")}${names.length > 12 ? " …" : ""}`;
  return { text: `${counted(ids.length, "token")}: ${list}${rest}`, wrong: false };
}
