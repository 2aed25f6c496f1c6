/** The line above the canvas of one who watches: what they see, and what they can do. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/glyphs.ts";
import type { Watcher } from "./watcher.tsx";

/** `sentence` is said of what has just happened; "" for what the reader sees. */
export function Watching({ hall, sentence }: { hall: Watcher; sentence: string }) {
  const { lanes, place, hides } = hall;
  const { lead, led } = place;
  const follows = led && !hides;
  const { player } = hall.page;
  const live = lanes.some(({ recording }) => recording?.live);
  const here = led ? "the presenter leads" : lead ? "on your own" : live ? "as it is made" : "";
  const state = lanes.length === 0 ? "the presenter’s first run is yet to come" : here;
  /** May the reader play the run as they like while it is made? */
  const free = live && !led && !hides;
  const go = (moment: number) => {
    place.free();
    player.seek(moment);
  };
  const start = () => {
    go(0);
    player.play();
  };
  return (
    <>
      <b>Watching</b>
      <span role="status">{plainText(sentence || state)}</span>
      <Button face="From the start" hint="Play the run from its first step" hidden={!free} onClick={start} />
      <Button face="Now" hint="Go to the newest step" hidden={!free} onClick={() => go(player.clock.count - 1)} />
      <Button
        face={follows ? "Look around" : "Back to the presenter"}
        hint={follows ? "Leave the presenter's step for a while" : "Go where the presenter is"}
        hidden={lead === null || hides}
        onClick={() => place.turn()}
      />
      {hall.barred && <CodeEntry enter={(code) => hall.enter(code, sentence)} />}
      <Button face="Leave" hint="Stop watching; the page is yours again" onClick={() => hall.end()} />
    </>
  );
}

/** Where one who comes to a hall types the code that the presenter's screen shows. */
function CodeEntry({ enter }: { enter: (code: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const take = (event: Event) => {
    event.preventDefault();
    enter((field.current?.value ?? "").replace(/\D/g, ""));
  };
  return (
    <form class="tdp-hall-entry" onSubmit={take}>
      <input
        ref={field}
        inputMode="numeric"
        autocomplete="off"
        required
        size={7}
        maxLength={12}
        aria-label="Code on the presenter’s screen"
      />
      <button type="submit">Come in</button>
    </form>
  );
}
