/** The race in Compare: the same prompt, seed and weights, written in three ways, and what is known of each over many cases. */

import { button, element, setText } from "../dom/elements.ts";
import { addStyle } from "../dom/style.ts";
import { GONE } from "../engine/events.ts";
import { frame } from "../panels/panel.ts";
import { WAYS } from "../rules/ways.ts";
import { isRace } from "../run/point.ts";
import { RACERS, figuresOf, leadSentence, mixSentence, raceSentence } from "../run/race.ts";
import { AS_CODE } from "../words/code.ts";
import { digits, percent } from "../words/units.ts";
import { RaceScore } from "./race-score.ts";
import type { Engine } from "../engine/server.ts";
import type { Player } from "../player/player.ts";
import type { Value } from "../rules/knobs.ts";
import type { Card, Figure, Studied } from "../run/race.ts";
import type { RunSpec } from "../run/spec.ts";
import type { MadeRun } from "./address.ts";
import type { LaneMaker } from "./lanes.ts";
import type { ModelWatch } from "./model.ts";
import type { Parts } from "./parts.ts";
import type { RunItem, RunList } from "./run-list.ts";

/** @returns the run of the race that comes with the page */
const recordedIn = (way: string) => ({ name: `race-${way}` });

export class Race {
  /** Have all lanes yet to be made before they are played? */
  waits = false;
  /** The prompt that the figures are for. */
  prompt: string | null = null;
  root = element("section.tdp-race");
  score: RaceScore;
  ran = element("p.tdp-race-run", { role: "status" });
  figures = element("div");
  /** Of just this task, over many cases. */
  rows: Figure[] = [];
  code = button(AS_CODE, "Python code that makes the run of a lane again");

  /** @param place is filled */
  constructor(
    place: HTMLElement,
    public page: {
      player: Player;
      lanes: LaneMaker;
      runList: RunList;
      engine: Engine;
      model: ModelWatch;
      parts: Pick<Parts, "compare">;
      base: () => RunSpec | null;
      own: () => RunSpec;
      ways: (way: string) => Record<string, Value>;
      form: () => RunSpec;
      begin: (spec: RunSpec) => boolean;
      studied: () => Studied[];
      code: () => void;
      say: (error: unknown) => void;
    },
  ) {
    addStyle("compare");
    const body = frame(this.root, "Race");
    const recorded = button(
      "▶ watch the 9×9 race, as recorded",
      "A 9×9 Sudoku with 30 clues, which one of the three ways solves, as it was recorded",
    );
    recorded.classList.add("tdp-race-first");
    recorded.hidden = !this.#recordedRun(RACERS[0]);
    const race = button(
      "race this prompt",
      "Write this prompt with the same seed and weights as uniform diffusion, as masked diffusion, and token after token",
    );
    for (const [offer, kind, run] of [
      [recorded, "recorded", () => this.#recorded()],
      [race, "race", () => this.#race()],
    ] as [HTMLButtonElement, string, () => Promise<void>][]) {
      offer.classList.add("tdp-pill");
      offer.dataset.race = kind;
      offer.onclick = () => run().catch(page.say);
    }
    this.score = new RaceScore();
    body.append(
      element("p.tdp-hint", "One prompt, one seed, one set of weights, written in three ways."),
      element("div.tdp-lane-offers", recorded, race),
      this.score.root,
      this.ran,
      this.figures,
    );
    this.code.classList.add("tdp-pill");
    this.code.onclick = page.code;
    place.replaceChildren(this.root);
    page.player.view.comparing.append(this.code);
    page.player.addEventListener("looks", () => this.update());
    page.player.addEventListener("paint", () => this.score.paint(page.player.sideBySide.places));
    this.update();
    page.parts.compare(race.parentElement ?? body, { race: (prompt) => this.#on(prompt) }).catch(page.say);
  }

  /** The lanes are other ones. */
  update() {
    const { player, lanes } = this.page;
    const shown = player.lanes;
    const race = isRace(shown);
    this.score.show(race ? shown : []);
    this.score.paint(player.sideBySide.places);
    const proof = () => raceSentence(shown, this.rows, this.page.studied());
    setText(this.ran, race ? proof() : "");
    this.ran.hidden = !race;
    player.captions.proof = proof; // what is known by the end of the race
    this.code.hidden = shown.length < 2;
    const prompt = race ? shown[0].header.spec.prompt.text : null;
    if (prompt !== this.prompt) this.#tell(prompt);
    if (
      !this.waits ||
      !race ||
      lanes.waiting.length > 0 ||
      shown.length < RACERS.length ||
      shown.some(({ live }) => live)
    )
      return;
    this.waits = false;
    player.seek(0);
    const { lanes: runs } = player.view;
    if (runs.getBoundingClientRect().top < 0) runs.scrollIntoView({ block: "start" }); // on a phone the button stands below them
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  }

  #recordedRun(way: string): RunItem | undefined {
    const { name } = recordedIn(way);
    return this.page.runList.find((run) => run.name === name);
  }

  /** Plays the race that comes with the page. */
  async #recorded() {
    const { runList, lanes, player } = this.page;
    const [first, ...others] = RACERS;
    const item = this.#recordedRun(first);
    if (!item || !(await runList.choose(item))) return;
    player.views.sheet.close(); // on a phone it would cover the lanes
    this.waits = true;
    await lanes.open(others.map(recordedIn));
  }

  /** Races on the run that is shown; if the reader has written another prompt since, on that one. */
  async #race() {
    const { base, form, lanes, player, say } = this.page;
    this.#checkReady();
    const wanted = form();
    const { text } = wanted.prompt;
    if (text.trim() !== "" && text !== player.recording?.header.spec.prompt.text) return this.#raceAnew(wanted);
    const spec = base();
    if (spec === null)
      return say(
        "This run holds a picture or a long prompt that cannot be asked for again; write a shorter prompt to race on.",
      );
    if (spec.branch)
      return say(
        "A branch keeps the way of writing of its run, so that three ways cannot race from it; race on a run of its own.",
      );
    const others = this.#others(spec);
    this.waits = true;
    await lanes.open(others, true);
    lanes.next();
  }

  /** Races on this prompt, with the settings that the card's figures are for. */
  async #on(text: string) {
    this.#checkReady();
    const spec = this.page.own();
    this.#raceAnew({ ...spec, prompt: { ...spec.prompt, text } });
  }

  /** @param spec of a run that has yet to be made, in the place of the one that is shown */
  #raceAnew(spec: RunSpec) {
    const { begin, lanes, player } = this.page;
    const uniform = this.#in(RACERS[0], spec);
    const others = this.#others(uniform);
    lanes.taken();
    player.sideBySide.compare([]);
    if (!begin(uniform)) return;
    lanes.later(others, true);
    this.waits = true;
  }

  /** @throws the checkpoint has not loaded, so its own settings are not known */
  #checkReady() {
    const { status } = this.page.model;
    if (!status?.defaults) throw new Error(status?.sentence ?? GONE);
  }

  /** @returns the same run in the other ways */
  #others(spec: RunSpec): MadeRun[] {
    return RACERS.filter((way) => way !== spec.settings.way).map((way) => ({ spec: this.#in(way, spec) }));
  }

  #in(way: string, spec: RunSpec): RunSpec {
    return { ...spec, settings: { ...spec.settings, ...this.page.ways(way), way } };
  }

  /** @param prompt of the race; null for none */
  async #tell(prompt: string | null) {
    this.prompt = prompt;
    this.rows = [];
    if (prompt === null) return this.figures.replaceChildren();
    const card: Card | Record<string, never> | undefined = await this.page.engine
      .call("card", prompt)
      .catch(() => undefined);
    if (this.prompt !== prompt) return;
    if (card === undefined)
      this.prompt = null; // asked again when something changes
    else if (!("tasks" in card))
      this.figures.replaceChildren(
        element(
          "p.tdp-hint",
          "No figures over many cases are known of this model; race with several seeds before you believe one.",
        ),
      );
    else {
      const known = card as Card;
      this.rows = figuresOf(known);
      const more = element("details.tdp-more", element("summary", "Over many cases, with intervals"));
      more.append(...known.tasks.map(table), element("p.tdp-hint", mixSentence(known)));
      this.figures.replaceChildren(more);
      this.update();
      this.page.player.refresh();
    }
  }
}

function table({ task, like, rows }: Card["tasks"][number]) {
  const line = ({ way, right, cases, least, most, passes }: Figure) =>
    element(
      "tr",
      element("th", { scope: "row" }, WAYS[way]?.label ?? way),
      element("td", `${right} of ${cases}`),
      element("td", `${percent(least)}–${percent(most)}`),
      element("td", digits(passes, 3)),
    );
  const head = ["", "right", "95% interval", "passes"].map((name) => element("th", { scope: "col" }, name));
  const cases = rows.length > 0 ? `over ${rows[0].cases} others` : "";
  return element(
    "div",
    element(
      "table.tdp-race-table",
      element("caption", `${task}, ${cases}`),
      element("thead", element("tr", ...head)),
      element("tbody", ...rows.map(line)),
    ),
    element("p.tdp-hint", [like, leadSentence(rows)].filter(Boolean).join(" ")),
  );
}
