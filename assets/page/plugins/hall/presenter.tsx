/** The page of one who presents: opens a hall, tells it which runs are shown, what is hidden of them, and where; and ends it. */

import { signal } from "@preact/signals";
import { addPluginStyle } from "../../dom/style.ts";
import { made } from "../../ui/made.ts";
import { rememberHall } from "./open-hall.ts";
import { plainText } from "../../words/glyphs.ts";
import { Classroom } from "./classroom.tsx";
import { Invite, Strip } from "./presenting.tsx";
import { Lead } from "./lead.ts";
import { ask, follow } from "./stream.ts";
import { lessonsOf } from "../learn/open.ts";
import type { Tokens } from "./open-hall.ts";
import type { Around } from "../../page/places.ts";
import type { Message } from "./stream.ts";

const ELSEWHERE =
  "They do not see this run: only this browser has it. They see runs that you make here, and the examples.";
const PARTLY = "They do not see all lanes: only this browser has some of them.";

export class Presenter {
  over = new AbortController();
  ending = false;
  /** Settles when the server has answered all. */
  answers: Promise<unknown> = Promise.resolve();
  /** What the hall was told to show, and to hide. */
  shown = "";
  /** The first of its runs, or the example. */
  first = "";
  /** How many watch. */
  count = signal(0);
  /** Why they do not see all that is shown; "" where they do. */
  status = signal("");
  /** What those who come must type; "" for nothing. */
  code = signal("");
  /** Is a code wanted, or there? */
  asks = signal(false);
  dialog: HTMLDialogElement;
  lead = new Lead(this);
  strip = made(<Strip hall={this} />);
  classroom: Classroom;

  constructor(
    public page: Around,
    public tokens: Tokens,
  ) {
    addPluginStyle("hall");
    this.dialog = made(<Invite hall={this} link={new URL(`#watch=${tokens.watch}`, location.href).href} />);
    page.shell.note.before(this.strip);
    page.root.append(this.dialog);
    this.classroom = new Classroom(this);
    const { signal } = this.over;
    page.player.addEventListener("paint", () => this.update(), { signal });
    follow("attend", tokens.control, (message) => this.#take(message), signal).catch((error) =>
      this.#ended(error.message),
    );
    this.update();
  }

  /** Other runs are shown, or another moment of them, or something else is hidden. */
  update() {
    if (this.page.player.recording === null || this.ending) return;
    const { lanes, hidden } = this;
    const shown = JSON.stringify({ lanes, hidden });
    if (lanes.length > 0 && shown !== this.shown) {
      this.shown = shown;
      const [{ run, example }] = lanes;
      if (this.first !== (run ?? example)) this.lead.begin();
      this.first = run ?? example ?? "";
      this.ask("/show", { lanes, hidden }).then((answer) => {
        this.status.value = answer === null ? ELSEWHERE : answer.shown < lanes.length ? PARTLY : "";
      });
    }
    this.lead.tell();
    this.classroom.update();
  }

  /** The runs that are shown, up to one that has yet to begin. */
  get lanes(): { run?: string; example?: string; lesson?: string }[] {
    const { player, runList, lanes, parts } = this.page;
    const named = player.lanes.map((recording, at) => {
      const item = at === 0 ? runList.shown : lanes.entries.get(recording);
      const known = item?.run ?? runList.items.find((other) => other.recording === recording)?.run;
      return known?.name !== undefined
        ? { example: known.name, lesson: lessonsOf(parts)?.name ?? "" }
        : { run: recording.run };
    });
    const unnamed = named.findIndex(({ run }) => run === "");
    return unnamed < 0 ? named : named.slice(0, unnamed);
  }

  /** What this page hides; beside an open question of a lesson stand no panels that explain the step. */
  get hidden(): string[] {
    const { player, parts } = this.page;
    const panels = lessonsOf(parts)?.asks ?? false;
    return Object.entries({ ...player.views.withheld, panels }).flatMap(([name, is]) => (is ? [name] : []));
  }

  /** Ends the hall for everyone. */
  async end() {
    this.ending = true;
    await this.ask("/end", {});
    this.#ended("");
  }

  /**
   * One question after the other: what hides something must not come after what shows it.
   *
   * @returns what the server answers; null if it did not take it
   */
  ask(path: string, body: object): Promise<any> {
    const answer = this.answers.then(() => ask(path, { control: this.tokens.control, ...body })).catch(() => null); // if the hall has ended, its stream says so
    this.answers = answer;
    return answer;
  }

  /** @param on must those who come type a code? */
  async askCode(on: boolean) {
    this.asks.value = on;
    const answer = await ask("/code", { control: this.tokens.control, on }).catch(() => ({ code: this.code.value }));
    this.#showCode(answer.code);
  }

  #showCode(code: string) {
    [this.code.value, this.asks.value] = [code, code !== ""];
  }

  #take(message: Message) {
    const { kind, count, votes, sentence } = message;
    if (kind === "closed") this.#ended(String(sentence));
    else if (kind === "question") this.classroom.take({ question: message.stage === "none" ? null : (message as any) });
    else if (kind === "code") this.#showCode(String(message.code));
    else if (kind === "watching") {
      this.count.value = count;
      this.classroom.take({ watching: count, voted: votes });
    }
  }

  /** @param sentence why, "" if the presenter ended it */
  #ended(sentence: string) {
    if (this.over.signal.aborted) return;
    this.over.abort();
    rememberHall(null);
    this.strip.remove();
    this.dialog.remove();
    this.classroom.end();
    if (sentence !== "") this.page.say(plainText(sentence));
  }
}
