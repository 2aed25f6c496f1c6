/** The elements of a player, built once: the canvas with its timeline, the drawer beside it, and the tray below. */

import { ICONS, button, element, icon } from "../dom/elements.ts";
import { counted } from "../words/units.ts";
import { UNEXPLAINED } from "./captions.tsx";
import { SPEEDS } from "./clock.ts";

/** What runs side by side colour. */
const CELLS: [value: string, face: string][] = [
  ["all", "colour all cells"],
  ["differing", "colour what differs"],
];

/** @param root will be filled */
export function buildView(root: HTMLElement) {
  const canvas = element("canvas.tdp-canvas", { role: "application", "aria-roledescription": "grid of tokens" });
  const stage = element("div.tdp-stage", canvas);
  const legend = element("div.tdp-legend", { role: "group", "aria-label": "Legend" });
  const toolbar = element("div.tdp-toolbar", { role: "group", "aria-label": "What the cells show" });

  const play = iconButton(ICONS.play, "Play (space)", "tdp-play");
  const back = iconButton(ICONS.back, "Step back (left arrow)", "tdp-quiet");
  const forward = iconButton(ICONS.forward, "Step forward (right arrow)", "tdp-quiet");
  const speed = element("select.tdp-speed", { "aria-label": "Speed" });
  for (const value of SPEEDS) {
    speed.append(
      element("option", { value: String(value) }, value === Infinity ? "fastest" : `${counted(value, "step")}/s`),
    );
  }
  const timeline = element("div.tdp-timeline");
  const branch = element(
    "button.tdp-pill.tdp-branch",
    { hidden: "", title: "Go on from this step with something changed, in a lane beside this run (key B)" },
    "Branch from here",
  );
  const [nextName, nextKey] = [element("span"), element("kbd")];
  const next = element("button.tdp-pill.tdp-next", nextName, " ", nextKey);
  const by = element("select.tdp-by", { "aria-label": "What the timeline counts" });
  const cells = element("select.tdp-cells", { "aria-label": "Which cells are coloured", hidden: "" });
  for (const [value, face] of CELLS) cells.append(element("option", { value }, face));
  const pace = element("div.tdp-pace", back, forward, speed, next);
  const bar = element("div.tdp-bar", { role: "group", "aria-label": "Playback" }, play, timeline, pace);

  const fromStart = element("span", "Watch it from the noise");
  const watch = element("button.tdp-pill.tdp-from-noise", { hidden: "" }, icon(ICONS.play), fromStart);
  const caption = element("div.tdp-caption", { role: "group", "aria-label": "This step in words" });
  const under = element("div.tdp-under", legend, cells, by, watch);
  const small = matchMedia("(max-width: 700px), (max-height: 480px)"); // as in the style sheets: there the bar is full
  const settle = () => (small.matches ? under : pace).append(branch);
  small.addEventListener("change", settle);
  settle();
  /** What stays in sight at the lower edge of a phone. */
  const dock = element("div.tdp-dock", bar, caption);
  const spoken = element("p.tdp-spoken", { "aria-live": "polite" });
  const spokenCell = element("p.tdp-spoken", { "aria-live": "polite" });
  const spokenText = element("p.tdp-spoken", { "aria-live": "polite", "data-of": "text" });

  const label = element("span.tdp-label", "RECORDED");
  const about = element("span.tdp-about");
  const watching = element("div.tdp-watch", { ...UNEXPLAINED });
  const tuning = element("div.tdp-tune");
  const comparing = element("div.tdp-compare-drawer");
  const drawer = element("aside.tdp-drawer", { "aria-label": "This step explained" }, watching, tuning, comparing);
  const details = element("div.tdp-details");
  const tabs = element("div.tdp-tabs", { role: "tablist", "aria-label": "Details", "data-name": "Details" });
  const tray = element(
    "div.tdp-tray",
    element("div.tdp-tray-head", tabs, element("span.tdp-figures", label, about)),
    details,
  );
  const lanes = element("div.tdp-lanes", stage);
  const main = element("div.tdp-main", toolbar, lanes, under, dock, spoken, spokenCell, spokenText);

  root.classList.add("token-canvas");
  root.dataset.mode = "watch";
  root.replaceChildren(element("div.tdp-desk", main, drawer), tray);
  return {
    root,
    main,
    toolbar,
    lanes,
    stage,
    canvas,
    legend,
    dock,
    play,
    back,
    forward,
    speed,
    by,
    cells,
    timeline,
    caption,
    watch,
    fromStart,
    branch,
    next,
    nextName,
    nextKey,
    spoken,
    spokenCell,
    spokenText,
    label,
    about,
    drawer,
    watching,
    tuning,
    comparing,
    tray,
    tabs,
    details,
  };
}

function iconButton(outline: string, name: string, style: string) {
  const made = button("", name);
  made.append(icon(outline));
  made.classList.add(style);
  return made;
}
