/** The path of the lessons, stop by stop, with a small canvas at each: one run, from its noise to its end. */

import { plainText } from "../../words/glyphs.ts";
import { percent } from "../../words/units.ts";
import { summary } from "./guess-words.ts";
import { goesOn, isBegun, numberOf, stopsOf } from "./path.ts";
import { SmallCanvas } from "./small-canvas.tsx";
import { usePlayer } from "./use-player.ts";
import type { Player } from "../../player/player.ts";
import type { Recording } from "../../run/recording.ts";
import type { Entry } from "./pages.ts";
import type { Progress, Stop } from "./path.ts";

const ALL_GUESSES = "All that you guessed, and what the runs answered";

interface PathProps {
  list: Entry[];
  progress: Progress;
  player: Player;
  /** That of the small canvases; null while there is none. */
  run: Recording | null;
  /** A lesson by its number; the second part of 0 is what the reader guessed. */
  open: (lesson: number, part?: number) => void;
  /** Begins the game of five canvases; null where its runs are not. */
  play: (() => void) | null;
}

export function Path({ list, progress, player, run, open, play }: PathProps) {
  const theme = usePlayer(player, "looks", player.views.theme);
  const next = goesOn(list, progress);
  const levels = stopsOf(list, progress, play !== null);
  const all = levels.flatMap(({ stops }) => stops);
  const canvasAt = (stop: Stop) => {
    const share = (all.indexOf(stop) / Math.max(all.length - 1, 1)) ** 1.5; // most happens early
    return run && <SmallCanvas recording={run} share={share} theme={theme} />;
  };
  const guesses = () => open(0, 2);
  return (
    <>
      <div class="tdp-path-head">
        <div>
          <h2 tabIndex={-1}>{`From noise to text, in ${list.length} stops`}</h2>
          <p>{`Each stop asks you first. ${summary(progress.guesses)}`}</p>
        </div>
        <button type="button" class="tdp-continue" onClick={() => (next ? open(numberOf(next)) : guesses())}>
          {next ? `${isBegun(progress) ? "Go on" : "Begin"}: ${next.title}` : "What you guessed"}
        </button>
      </div>
      {levels.map(({ level, stops }) => (
        <section>
          {level && <h3>{level}</h3>}
          <ol class="tdp-stops">
            {stops.map((stop) => (
              <li class={stop.read ? "tdp-stop-read" : ""}>
                <button
                  type="button"
                  class="tdp-stop"
                  aria-current={stop.here ? "step" : undefined}
                  onClick={() => (stop.lesson ? open(stop.lesson) : play?.())}
                >
                  <span class="tdp-stop-canvas">{canvasAt(stop)}</span>
                  <strong>{stop.title}</strong>
                  {stop.question && <span class="tdp-stop-question">{stop.question}</span>}
                  {stop.shares.length > 0 && <ShareBars shares={stop.shares} />}
                  {stop.answer && <span class="tdp-stop-answer">{plainText(stop.answer)}</span>}
                  {stop.here && <b>{stop.here}</b>}
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <p class="tdp-path-foot">
        {"The small canvases are one run, further on at each stop. "}
        <button type="button" class="tdp-link-like" title={ALL_GUESSES} onClick={guesses}>
          What you guessed
        </button>
        {" Your guesses stay in this browser."}
      </p>
    </>
  );
}

/** A bar for each. */
export const ShareBars = ({ shares }: { shares: number[] }) => (
  <span class="tdp-stop-bars" aria-hidden="true">
    {shares.map((share) => (
      <i style={{ "--tdp-share": percent(share) }} />
    ))}
  </span>
);
