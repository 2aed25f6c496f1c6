/**
 * The page of lessons in one file: what is read, asked and shown as in Learn, without a model. It asks no server for
 * anything. `playground/plugins/learn/page.py` and lesson-file.ts write such files.
 */

import { signal } from "@preact/signals";
import { messageOf } from "../../../dom/elements.ts";
import { followTheme } from "../../../dom/theme.ts";
import { fileHead } from "../around.tsx";
import { Learn } from "../learn.ts";
import { mountPlayer } from "../../../panels/mount.ts";
import { EmbeddedRuns } from "../embedded.ts";
import { footOf } from "../../../share/foot.tsx";
import type { Run } from "../../../share/embedded-runs.ts";
import type { NamedLesson } from "../embedded.ts";

/** `part` is where the first lesson starts; `home` is the page of all runs */
type Payload = { runs: Run[]; lessons: NamedLesson[]; part?: number; home?: string };

const place = document.getElementById("tdp-file") as HTMLElement;
const payload = JSON.parse(document.getElementById("tdp-runs")?.textContent ?? "") as Payload;

followTheme();

const held = new EmbeddedRuns(payload.runs, payload.lessons);
const recordings = await Promise.all(held.items.map((item) => held.read(item)));
const files = await Promise.all(held.items.map(({ file }) => file()));
const complaint = signal("");
const player = mountPlayer(place, recordings[0], { keys: document });
place.prepend(fileHead(complaint, payload.home));
place.append(
  footOf(
    payload.runs.map(({ name, title }, at) => ({
      name,
      letter: `${title}. `,
      file: files[at],
      recording: recordings[at],
    })),
  ),
);

const learn = new Learn(
  {
    player,
    runList: held,
    knobs: [],
    make: null,
    play: null,
    branch: null,
    ask: null,
    leave: null,
    rest: () => write(),
    say: (error) => (complaint.value = messageOf(error)),
  },
  held,
);

/** Where the reader is stands in the address, so that a link can lead to it. */
function write() {
  if (learn.at === null) return;
  const { lesson, part } = learn.at;
  const hash = lesson > 0 ? `#lesson=${lesson}&part=${part}` : part > 1 ? `#mode=learn&part=${part}` : "#mode=learn";
  try {
    history.replaceState(null, "", hash);
  } catch {
    // The frame of another page may keep its address for itself.
  }
}

function read() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const first = payload.lessons.length > 1 || wanted.get("mode") === "learn" ? 0 : 1;
  const lesson = Number(wanted.get("lesson")) || first;
  const part = Number(wanted.get("part")) || (lesson > 0 && payload.part) || 1;
  return learn.open({ lesson, part }).catch(learn.page.say);
}

addEventListener("hashchange", read);
await read();
Object.assign(window, { player, lesson: learn });
