/** One run in the menu of runs: its name, what is known of it, and what can be done with it. */

import { element } from "../dom/elements.ts";
import { passesOf } from "../run/recording.ts";
import { MOST_TITLE } from "./stored-run.ts";
import type { RunItem } from "./run-list.ts";

interface Actions {
  choose: (event: MouseEvent) => void;
  /** It with the run that is shown. */
  compare: () => void;
  /** Its settings. */
  use: () => void;
  save: () => void;
  star: (star: boolean) => void;
  rename: (title: string) => void;
  remove: () => void;
}

const WHEN = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/**
 * @param depth how many runs it branches from, one from the other
 * @param shown is it the run that the page shows?
 */
export function entryOf(item: RunItem, depth: number, shown: boolean, actions: Actions): HTMLElement {
  const { about, face, title } = item;
  const facts = factsOf(item);
  const verdict = about?.verdict ?? item.recording?.verdict;
  const judged = verdict ? [verdict.sentence] : [];
  const sign = verdict ? element("span.tdp-run-verdict", { title: verdict.sentence }, verdict.right ? " ✓" : " ✗") : "";
  const main = element(
    "button.tdp-run-main",
    {
      title,
      "aria-label": `Show ${[title, ...facts, ...judged].join(", ")}`,
      ...(shown && { "aria-current": "true" }),
    },
    element("span.tdp-run-face", { dir: "auto" }, face, sign),
    element("span.tdp-run-facts", { dir: "auto" }, [...facts, item.prompt].filter(Boolean).join(" · ")),
  );
  main.onclick = actions.choose;
  const more = element("button.tdp-run-more", { "aria-expanded": "false", "aria-label": `More about ${title}` }, "⋯");
  const entry = element("li.tdp-run-entry", { ...(depth > 0 && { "data-depth": String(Math.min(depth, 4)) }) }, main);
  const row = element("div.tdp-run-actions", { role: "group", "aria-label": title, hidden: "" });
  const add = (name: string, act: () => void) => {
    const made = element("button", { "aria-label": `${name}: ${title}` }, name);
    made.onclick = act;
    row.append(made);
  };
  add("Compare", actions.compare);
  add("Use these settings", actions.use);
  if (about) add("Rename", () => rename(main, about.given || face, actions.rename));
  if (item.whole) add("Save", actions.save);
  if (about && item.whole) add("Delete", actions.remove);
  if (about) {
    const star = element(
      "button.tdp-run-star",
      { "aria-pressed": String(about.star), "aria-label": `Star: ${title}` },
      about.star ? "★" : "☆",
    );
    star.onclick = () => actions.star(!about.star);
    entry.append(star);
  }
  more.onclick = () => {
    row.hidden = !row.hidden;
    more.setAttribute("aria-expanded", String(!row.hidden));
  };
  entry.append(more, row);
  return entry;
}

/** @returns what its face does not say already */
function factsOf({ about, recording, seed, face }: RunItem): string[] {
  const left = about?.header.spec?.branch;
  const passes = about?.passes ?? (recording && !recording.live ? passesOf(recording.frames) : null);
  const facts = [
    passes ? `${passes} pass${passes === 1 ? "" : "es"}` : "",
    about?.header.source ? `from ${about.header.source}` : `seed ${about?.header.spec?.seed ?? seed}`,
    left ? `branch after step ${left.step}${left.block > 1 ? ` of part ${left.block}` : ""}` : "",
    about?.stopped && !about.header.source ? "stopped" : "",
    about ? WHEN.format(about.time) : "",
  ];
  const words = face.split(", ");
  return facts.filter((fact) => fact !== "" && fact !== "seed undefined" && !words.includes(fact));
}

/**
 * A field takes the place of the name. Enter or leaving it renames, Escape does not.
 *
 * @param name as it is
 */
function rename(main: HTMLElement, name: string, done: (title: string) => void) {
  const field = element("input.tdp-run-field", {
    type: "text",
    maxlength: String(MOST_TITLE),
    "aria-label": `New name of ${name}`,
    placeholder: "Empty: named by what differs",
  });
  field.value = name;
  let left = false;
  const leave = (renames: boolean) => {
    if (left) return;
    left = true;
    field.replaceWith(main);
    main.focus();
    if (renames && field.value.trim() !== name) done(field.value.trim());
  };
  field.onkeydown = (event) => {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault(); // Escape would close the menu
    event.stopPropagation();
    leave(event.key === "Enter");
  };
  field.onblur = () => leave(true);
  main.replaceWith(field);
  field.select();
  field.focus();
}
