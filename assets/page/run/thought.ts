/**
 * Thoughts: separates thought from answer in an output. `playground/trace/thought.py` has the same rule, and tells how
 * thoughts are marked.
 */

/** Ids that open and close the channel; none without one. */
export type Marks = { open?: number; close?: number; label?: string };
type Stretch = { thought: boolean; text: string };

/** What opens a thought where it is spelled, its channel's name, and what closes it. */
const KNOWN_MARKS = [
  { begin: "<|channel>", label: "thought", end: "<channel|>" },
  { begin: "<think>", label: "", end: "</think>" },
];
const NAME = /^\s*[\p{L}_][\p{L}\p{N}_]*[ \t]*\n/u;
/** Tokens at a prompt's end among which its template may spell the mark that opens a thought. */
const TAIL = 16;

/**
 * Splits the output into stretches, in order, without marks and names of channels.
 *
 * @param ids of the output, complete or not
 * @param promptIds a template may open the channel at the prompt's end
 */
export function stretchesOf(
  ids: number[],
  promptIds: number[],
  marks: Marks,
  decode: (ids: number[]) => string,
): Stretch[] {
  const opened = decode(promptIds.slice(-TAIL)).trimEnd();
  let spelled = KNOWN_MARKS.find(({ begin, label }) => opened.endsWith(begin + label))?.begin ?? "";
  const stretches: Stretch[] = [];
  for (const { inside, part } of cut(ids, promptIds, marks)) {
    const text = decode(part);
    if (inside) stretches.push(named(text, marks.label ?? ""));
    else if (stretches.some(({ thought, text }) => !thought && text.trim() !== ""))
      stretches.push({ thought: false, text });
    else stretches.push(...unspelled(spelled + text));
    spelled = "";
  }
  return stretches.filter(({ text }) => text !== "");
}

/** @returns the output, cut at the marks */
function cut(ids: number[], promptIds: number[], { open, close }: Marks): { inside: boolean; part: number[] }[] {
  const isMark = (id: number) => id === open || id === close;
  const last = promptIds.findLast(isMark);
  const parts = [{ inside: last !== undefined && last === open, part: [] as number[] }];
  for (const id of ids)
    if (isMark(id)) parts.push({ inside: id === open, part: [] });
    else parts[parts.length - 1].part.push(id);
  return parts;
}

/** @returns what stands before the answer in spelled marks, and the answer */
function unspelled(text: string): Stretch[] {
  const bare = text.trimStart();
  const mark = KNOWN_MARKS.find(({ begin }) => bare.startsWith(begin));
  if (!mark) return [{ thought: false, text }];
  const after = bare.slice(mark.begin.length);
  const at = after.indexOf(mark.end);
  if (at === -1) return [named(after, mark.label)];
  return [named(after.slice(0, at), mark.label), ...unspelled(after.slice(at + mark.end.length))];
}

/** @param text in a channel @returns it without the channel's name: a thought, if that is not another one */
function named(text: string, label: string): Stretch {
  const bare = text.trimStart();
  if (label !== "" && bare.startsWith(label)) return { thought: true, text: bare.slice(label.length).trimStart() };
  const name = label === "" ? null : text.match(NAME);
  return name ? { thought: false, text: text.slice(name[0].length) } : { thought: true, text };
}
