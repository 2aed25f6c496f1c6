/** The page of the reader's guesses and what the runs answered: to read, to print, to save as a file, to forget. */

import type { Game, Guess } from "./guess-words.ts";
import { button, element, setText } from "../../dom/elements.ts";
import { fileName, saveBlob } from "../../dom/saving.ts";
import { csvOf } from "../../dom/csv.ts";
import type { Column } from "../../dom/csv.ts";
import { comparison, gameWords, summary } from "./guess-words.ts";
import { plainText } from "../../words/glyphs.ts";
import { barsOf, numberOf } from "./path.ts";
import type { Entry } from "./pages.ts";

/** @param list of the lessons */
export function guessPage(
  list: Entry[],
  { guesses, games }: { guesses: Guess[]; games: Game[] },
  {
    open,
    back: [face, go],
    forget,
  }: { open: (lesson: number, part: number) => void; back: [face: string, go: () => void]; forget: () => void },
): HTMLElement[] {
  const head = element("h2", { tabindex: "-1" }, "What you guessed");
  const back = element("button.tdp-to-path", face);
  back.onclick = go;
  const entryOf = (guess: Guess) => {
    const again = button("Look again", `Open this question: ${guess.ask}`);
    again.classList.add("tdp-link-like");
    again.onclick = () => open(numberOf({ name: guess.lesson }), guess.part);
    const answer = element("p.tdp-guess-answer", barsOf([guess.share]), plainText(comparison(guess)));
    return element("li", element("p.tdp-question", plainText(guess.ask)), answer, again);
  };
  const lessons = list.flatMap((entry) => {
    const here = guesses.filter(({ lesson }) => lesson === entry.name).sort((a, b) => a.part - b.part);
    if (here.length === 0) return [];
    return element("section", element("h3", entry.title), element("ol", ...here.map((guess) => entryOf(guess))));
  });
  return [
    back,
    head,
    element("p", summary(guesses)),
    ...lessons,
    ...games.map((game) => element("p", gameWords(game))),
    ...(guesses.length + games.length > 0 ? [keeping(list, guesses, games, forget)] : []),
  ];
}

function keeping(list: Entry[], guesses: Guess[], games: Game[], forget: () => void) {
  const name = element("input", { type: "text", maxlength: "80", autocomplete: "name" });
  const save = element("button.tdp-choice", { type: "submit" }, "Save as a file");
  const form = element("form.tdp-choices", element("label", "Your name, for the file ", name), save);
  form.onsubmit = (event) => {
    event.preventDefault();
    const reader = name.value.trim();
    const table = csvOf(guessColumns(reader, list, guesses, games));
    const file = ["guesses", reader, new Date().toISOString().slice(0, 10)].filter(Boolean).join(" ");
    saveBlob(new Blob([table], { type: "text/csv" }), `${fileName(file)}.csv`);
  };
  const print = element("button.tdp-choice", "Print");
  print.onclick = () => window.print();
  const away = element("button.tdp-choice", "Forget all this");
  const status = element("span", { role: "status" });
  away.onclick = () => {
    if (away.dataset.sure) return forget();
    away.dataset.sure = "true";
    setText(away, "Yes, forget it");
    setText(status, "Your guesses and games, and how far you have read, will be gone from this browser.");
  };
  return element(
    "section.tdp-keeping",
    { "aria-label": "Keep or hand in" },
    element(
      "p",
      "This stays in your browser. To keep it or to hand it in, save it: a table that any spreadsheet opens.",
    ),
    form,
    element("div.tdp-choices", print, away, status),
  );
}

/**
 * @param name of the reader, as they typed it
 * @returns a row for each guess, and for each canvas of a game
 */
export function guessColumns(name: string, list: Entry[], guesses: Guess[], games: Game[]): Column[] {
  const titles = new Map(list.map(({ name, title }) => [name, title]));
  const rows = [
    ...guesses.map(({ when, lesson, version, part, ask, guess, answer, unit, at, common, share, near }) => ({
      ...{ when, lesson, title: titles.get(lesson), version, part, question: ask, guess, answer, unit, at },
      gap: typeof guess === "number" && typeof answer === "number" ? guess - answer : undefined,
      ...{ common, share, near },
    })),
    ...games.flatMap(({ when, game, rule, shares }) =>
      shares.map((share, canvas) => ({
        ...{ when, lesson: "game", title: rule, version: game, part: canvas + 1, share },
      })),
    ),
  ].map((row) => ({ name, ...row }) as Record<string, any>);
  return COLUMNS.map((column) => ({ name: column, values: rows.map((row) => row[column]) }));
}

const COLUMNS = [
  "name",
  "when",
  "lesson",
  "title",
  "version",
  "part",
  "question",
  "guess",
  "answer",
  "unit",
  "at",
  "gap",
  "common",
  "share",
  "near",
];
