/** The page of the reader's guesses and what the runs answered: to read, to print, to save as a file, to forget. */

import { useSignal } from "@preact/signals";
import { csvOf } from "../../dom/csv.ts";
import { fileName, saveBlob } from "../../dom/saving.ts";
import { plainText } from "../../words/glyphs.ts";
import { Choice } from "./choice.tsx";
import { comparison, gameWords, summary } from "./guess-words.ts";
import { guessColumns } from "./guess-table.ts";
import { ShareBars } from "./path-view.tsx";
import { numberOf } from "./path.ts";
import type { Game, Guess } from "./guess-words.ts";
import type { Entry } from "./pages.ts";

interface GuessPageProps {
  /** All lessons. */
  list: Entry[];
  guesses: Guess[];
  games: Game[];
  open: (lesson: number, part?: number) => void;
  forget: () => void;
}

export function GuessPage({ open, ...records }: GuessPageProps) {
  const { list, guesses, games } = records;
  const entryOf = (guess: Guess) => (
    <li>
      <p class="tdp-question">{plainText(guess.ask)}</p>
      <p class="tdp-guess-answer">
        <ShareBars shares={[guess.share]} />
        {plainText(comparison(guess))}
      </p>
      <button
        type="button"
        class="tdp-link-like"
        title={`Open this question: ${guess.ask}`}
        onClick={() => open(numberOf({ name: guess.lesson }), guess.part)}
      >
        Look again
      </button>
    </li>
  );
  const lessons = list.map(({ name, title }) => {
    const here = guesses.filter(({ lesson }) => lesson === name).sort((a, b) => a.part - b.part);
    return here.length > 0 && [<h3>{title}</h3>, <ol>{here.map(entryOf)}</ol>];
  });
  return (
    <>
      <button type="button" class="tdp-to-path" onClick={() => open(0)}>
        {list.length > 1 ? "‹ All lessons" : `‹ ${list[0].title}`}
      </button>
      <h2 tabIndex={-1}>What you guessed</h2>
      <p>{summary(guesses)}</p>
      {lessons.map((lesson) => lesson && <section>{lesson}</section>)}
      {games.map((game) => (
        <p>{gameWords(game)}</p>
      ))}
      {guesses.length + games.length > 0 && <Keeping {...records} />}
    </>
  );
}

function Keeping({ list, guesses, games, forget }: Omit<GuessPageProps, "open">) {
  const name = useSignal("");
  const sure = useSignal(false);
  const save = (event: Event) => {
    event.preventDefault();
    const reader = name.value.trim();
    const table = csvOf(guessColumns(reader, list, guesses, games));
    const file = ["guesses", reader, new Date().toISOString().slice(0, 10)].filter(Boolean).join(" ");
    saveBlob(new Blob([table], { type: "text/csv" }), `${fileName(file)}.csv`);
  };
  return (
    <section class="tdp-keeping" aria-label="Keep or hand in">
      <p>This stays in your browser. To keep it or to hand it in, save it: a table that any spreadsheet opens.</p>
      <form class="tdp-choices" onSubmit={save}>
        <label>
          Your name, for the file{" "}
          <input
            type="text"
            maxLength={80}
            autocomplete="name"
            dir="auto"
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </label>
        <Choice type="submit" face="Save as a file" />
      </form>
      <div class="tdp-choices">
        <Choice face="Print" onClick={() => print()} />
        <Choice
          face={sure.value ? "Yes, forget it" : "Forget all this"}
          onClick={() => (sure.value ? forget() : (sure.value = true))}
        />
        <span role="status">
          {sure.value && "Your guesses and games, and how far you have read, will be gone from this browser."}
        </span>
      </div>
    </section>
  );
}
