/**
 * The page of one file: a player of the runs in #tdp-runs, what they are, and a way to save them. It asks no server for
 * anything. `playground/export/page.py` and page-file.js write such files.
 */

import { signal } from "@preact/signals";
import { bytesOf } from "../dom/base64.ts";
import { followTheme } from "../dom/theme.ts";
import { mountPlayer } from "../panels/mount.ts";
import { LETTERS } from "../run/lane-sentences.ts";
import { readTrace } from "../run/trace.ts";
import { made } from "../ui/made.ts";
import { Switch } from "../ui/switch.tsx";
import { plainText } from "../words/glyphs.ts";
import { titleOf } from "./about.ts";
import { footOf } from "./foot.tsx";
import type { Recording } from "../run/recording.ts";

/**
 * `trace` is a file in base64; `moment` is where it starts; `home` is the page of all runs; `note` says what its reader
 * has to know, and `opens` is its address in the playground
 */
type Payload = {
  runs: { name: string; trace: string }[];
  moment?: number;
  home?: string;
  note?: string;
  opens?: string;
};

const place = document.getElementById("tdp-file") as HTMLElement;
const payload = JSON.parse(document.getElementById("tdp-runs")?.textContent ?? "") as Payload;

followTheme();

const files = payload.runs.map(({ trace }) => bytesOf(trace));
const recordings = await Promise.all(files.map((file, at) => readTrace(file, payload.runs[at].name)));
const [first, ...others] = recordings;

const shown = (): { recording: Recording; letter: string; title: string }[] =>
  player.views.lanes.all.map(({ recording, letter, title }) => ({ recording, letter, title: title.textContent ?? "" }));
const player = mountPlayer(place, null, { keys: document, lanes: { shown } });
if (others.length > 0) player.sideBySide.compare(others);
player.sideBySide.others = others;
player.show(first, payload.moment ?? first.momentOf(first.middle));
const offered = { watch: "Watch", tune: "When it stops", ...(others.length > 0 && { compare: "Compare" }) };
const beginning = others.length > 0 ? "compare" : "watch";
player.views.mode = beginning;
const mode = signal(beginning);
const Head = () => (
  <header class="tdp-file-head">
    {payload.home !== undefined && <a href={payload.home}>All runs</a>}
    <h1 dir="auto">{plainText(titleOf(first))}</h1>
    <Switch
      name="Modes"
      options={offered}
      chosen={mode.value}
      choose={(chosen) => (player.views.mode = mode.value = chosen)}
    />
  </header>
);
const Note = () => (
  <p class="tdp-file-note">
    {payload.note} <a href={payload.opens ?? ""}>Open it in the playground</a>
  </p>
);
place.prepend(made(<Head />), ...(payload.note === undefined ? [] : [made(<Note />)]));
place.querySelector("h1")?.after(player.view.label);
const letter = (at: number) => (others.length > 0 ? `${LETTERS[at]}: ` : "");
const runs = files.map((file, at) => ({ ...payload.runs[at], letter: letter(at), file, recording: recordings[at] }));
place.append(footOf(runs));

Object.assign(window, { player });

// In a frame, such as that of an article: tells which step is shown, counted from 1, and goes where it is told to.
if (window.parent !== window) {
  let shown = 0;
  player.addEventListener("paint", () => {
    if (player.step + 1 === shown) return;
    shown = player.step + 1;
    window.parent.postMessage({ step: shown }, "*");
  });
  addEventListener("message", ({ source, data }) => {
    if (source === window.parent && Number.isInteger(data?.step) && data.step > 0) player.move(data.step - 1);
  });
}
