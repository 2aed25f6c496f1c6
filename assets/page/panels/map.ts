/** The map: passes against share right at the settings that were measured, with the present ones as a dot that the reader moves. */

import { button, element, messageOf, onceSeen, setText } from "../dom/elements.ts";
import { takeTurns } from "../dom/focus.ts";
import { Progress } from "../dom/progress.ts";
import { addStyle } from "../dom/style.ts";
import { EMPTY, UNJUDGED, markFigures, markName, passesText, tellSentence } from "../run/map.ts";
import { kindsOf, settingKey, shippedMarks, studyMarks } from "../run/marks.ts";
import { promptName } from "../run/titles.ts";
import { quoted } from "../words/quoted.ts";
import { mapMarks } from "./figures.ts";
import { MapChart } from "./map-chart.ts";
import { frame } from "./panel.ts";
import { takeAlong } from "./take-along.ts";
import type { Theme } from "../cells/colour.ts";
import type { OftenActions, Studies } from "../player/actions.ts";
import type { Panel, Reader } from "../player/panel.ts";
import type { Mark, Sweep } from "../run/marks.ts";
import type { Card } from "../run/race.ts";
import type { Recording } from "../run/recording.ts";
import type { Group } from "./map-chart.ts";

const SEEDS = 16;
/** What is known of a model that no figures came with. */
const NO_CARD: Card = { tasks: [], shares: {}, settings: "" };

export class MapPanel implements Panel {
  page: OftenActions;
  form: () => Record<string, number | string>;
  kinds = element("select", { "aria-label": "What was measured" });
  empty = element("p.tdp-map-empty", { hidden: "" }, EMPTY);
  chart: MapChart;
  here = element("p");
  tells = element("p", { role: "status" });
  run: HTMLButtonElement;
  stop = button("Stop", "Stop; what is done stays");
  status = new Progress();
  name = element("b");
  figures = element("p");
  mark: HTMLDivElement;
  list = element("tbody");
  along: HTMLElement;
  studies: Studies | null = null;
  /** The mark that the reader pressed. */
  looked: Mark | null = null;
  marks: Mark[] = [];
  sweeps: Sweep[] = [];
  card = NO_CARD;
  /** Is it known what came with the model? */
  known = false;
  /** The prompt that the card is for. */
  prompt: string | null = null;
  theme: Theme = "light";
  /** The form's settings that the dot stands for, as text. */
  placed = "";
  plotly: any = null;

  constructor(root: HTMLElement, { often, plotly, form }: Reader) {
    addStyle("map");
    this.page = often as OftenActions;
    this.form = form;
    this.kinds.onchange = () => this.#draw();
    const body = frame(root, "Map", this.kinds);
    this.chart = new MapChart({
      use: (mark) => this.#use(mark),
      look: (mark) => this.#look(mark),
      text: (mark) => this.#text(mark),
    });
    this.run = button(
      `${SEEDS} seeds here`,
      "Make this run with 16 seeds at your settings, and put the result on the map",
    );
    this.run.classList.add("tdp-map-run");
    this.status.seen.classList.add("tdp-hint");
    this.run.onclick = async () => (await this.page.studies()).ask(SEEDS, "", "", this.form());
    this.stop.onclick = () => this.studies?.stop();
    const take = button("Use this setting", "Put the settings of this mark into the form");
    take.onclick = () => this.looked && this.#use(this.looked);
    this.mark = element("div.tdp-map-mark", { hidden: "" }, this.name, this.figures, take);
    const head = ["setting", "right", "passes"].map((name) => element("th", { scope: "col" }, name));
    const more = element("details.tdp-more", element("summary", "All marks as a table"));
    more.append(element("table.tdp-map-table", element("thead", element("tr", ...head, element("td"))), this.list));
    this.along = takeAlong("each mark", () => ({ title: `map, ${this.kinds.value}`, columns: mapMarks(this.marks) }));
    body.append(
      element(
        "p.tdp-hint",
        "How few passes, and still right? Up and to the left is better. The number at a mark is its budget in nats.",
      ),
      this.empty,
      element(
        "div.tdp-map",
        this.chart.root,
        element(
          "div.tdp-map-side",
          element("h3", "You are here"),
          this.here,
          element("div.tdp-map-row", this.run, this.stop),
          this.status.seen,
          this.status.spoken,
          this.tells,
          this.mark,
        ),
      ),
      more,
      this.along,
    );
    this.page.studies().then(
      (studies) => {
        this.studies = studies;
        studies.addEventListener("change", () => this.#studied());
        this.#studied();
      },
      (error) => this.status.show(messageOf(error)),
    );
    if (plotly)
      onceSeen(this.chart.root, () =>
        plotly().then(
          (loaded) => {
            this.plotly = loaded;
            this.#draw();
          },
          () => {}, // the code that loads Plotly reports the error
        ),
      );
  }

  show({ header }: Recording, theme: Theme): void {
    const { text: prompt } = header.spec.prompt;
    if (prompt !== this.prompt) this.#ask(prompt);
    else if (theme !== this.theme) this.#draw(theme);
    this.theme = theme;
  }

  paint() {
    if (JSON.stringify(this.form()) !== this.placed) this.#place();
  }

  /** @param prompt of the run that is shown, whose kind the map is of */
  async #ask(prompt: string) {
    this.prompt = prompt;
    const { card, sweeps } = await this.page.measured(prompt);
    if (prompt !== this.prompt) return;
    this.card = "tasks" in card ? (card as Card) : NO_CARD;
    this.sweeps = "tasks" in card ? sweeps : [];
    this.known = true;
    const kinds = kindsOf(this.sweeps, this.card);
    this.kinds.hidden = kinds.length === 0;
    this.kinds.replaceChildren(...kinds.map((kind) => element("option", { value: kind }, kind)));
    this.#draw();
  }

  #studied() {
    const { studies } = this;
    if (studies === null) return;
    const { busy, sentence, arrived, total, waiting, request, results } = studies;
    takeTurns(this.run, this.stop, busy);
    const done = [...results.values()];
    const unjudged = !busy && request !== null && done.length > 0 && done.every(({ verdict }) => verdict === null);
    const news = sentence || waiting || (unjudged ? UNJUDGED : "");
    if (busy && news === "") this.status.show(`${arrived} of ${total} runs are done.`, arrived / total);
    else this.status.show(news);
    if (!busy) this.#draw();
  }

  #draw(theme: Theme = this.theme) {
    const { studies, card, sweeps, page, prompt } = this;
    const shipped = page.shipped() ?? this.form();
    const kind = this.kinds.value;
    const measured = kind === "" ? [] : shippedMarks(kind, sweeps, card, shipped, page.knobs);
    const yours = (studies?.all ?? []).flatMap((study) =>
      study.request.spec.prompt.text === prompt ? studyMarks(study) : [],
    );
    this.marks = [...measured, ...yours];
    const empty = this.known && this.marks.length === 0;
    this.empty.hidden = !empty;
    this.along.hidden = this.marks.length === 0;
    this.chart.root.hidden = empty;
    if (this.looked && !this.marks.includes(this.looked)) this.#look(null);
    const budget = (mark: Mark) => Number(mark.settings.entropy_bound);
    const groups: Map<string, Group> = new Map();
    for (const mark of [...measured].sort(
      (a, b) => Number(a.settings.t_max) - Number(b.settings.t_max) || budget(a) - budget(b),
    )) {
      const name = this.#name(mark)
        .replace(/^budget [^,]+, /, "")
        .replace("temperature ", "");
      const group = groups.get(name) ?? { name, marks: [], yours: false };
      group.marks.push(mark);
      groups.set(name, group);
    }
    const all = [...groups.values(), ...(yours.length > 0 ? [{ name: "yours", marks: yours, yours: true }] : [])];
    this.#table();
    this.#place();
    if (this.plotly && this.marks.length > 0) this.chart.draw(this.plotly, all, theme);
  }

  /** Puts the dot where the form's settings were measured, and says what is known there. */
  #place() {
    const form = this.form();
    this.placed = JSON.stringify(form);
    const key = settingKey(form, this.page.knobs);
    // The reader's own runs come last, and are of the very prompt.
    const here = this.marks.findLast(({ settings }) => settingKey(settings, this.page.knobs) === key) ?? null;
    const name = markName(form, this.page.shipped() ?? form, this.page.knobs);
    const text = here ? `${name}: ${markFigures(here)}` : `${name}: not measured yet, so the dot waits in the corner`;
    setText(this.here, `${text}.`);
    setText(this.tells, here ? tellSentence(here, this.marks) : "");
    this.chart.place(here, text);
  }

  #table() {
    const row = (mark: Mark) => {
      const name = this.#name(mark);
      const take = button("Use", `Use ${name}`);
      take.onclick = () => this.#use(mark);
      const { right, cases, passes } = mark;
      const cells = [`${right} of ${cases}`, passesText(passes)].map((text) => element("td", text));
      return element(
        "tr",
        element("th", { scope: "row" }, `${mark.yours ? "yours: " : ""}${name}`),
        ...cells,
        element("td", take),
      );
    };
    this.list.replaceChildren(...this.marks.map(row));
  }

  #name(mark: Mark) {
    return markName(mark.settings, this.page.shipped() ?? this.form(), this.page.knobs);
  }

  #text(mark: Mark) {
    return `${this.#name(mark)}<br>${markFigures(mark)}${mark.yours ? "<br>yours" : ""}`;
  }

  /** @param mark that the reader pressed, or drags the dot to */
  #look(mark: Mark | null) {
    this.looked = mark;
    this.mark.hidden = mark === null;
    if (mark === null) return;
    setText(this.name, this.#name(mark));
    setText(this.figures, `${markFigures(mark)}${mark.yours ? `, on ${quoted(promptName(mark.subject))}` : ""}.`);
  }

  /** @param mark whose settings the form takes */
  #use(mark: Mark) {
    this.#look(null);
    this.page.adopt(mark.settings);
    this.#place();
  }
}
