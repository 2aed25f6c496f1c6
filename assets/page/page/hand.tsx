/**
 * What the reader does by hand: the row in a cell's card where text is held or changed, and the line under the prompt that
 * says what the next run holds, changes or starts from. It is fetched when a cell is first chosen or something is held.
 */

import { render } from "preact";
import { withEdit, withPins } from "../run/steering.ts";
import { flowText } from "../words/glyphs.ts";
import { counted } from "../words/units.ts";
import { HeldLine } from "./held-line.tsx";
import { HoldRow } from "./hold-row.tsx";
import type { RunSpec } from "../run/spec.ts";
import type { Steering } from "../run/steering.ts";
import type { Page } from "./page.ts";

export interface Tokens {
  ids?: number[];
  /** Of the ids. */
  texts?: Record<string, string>;
  /** Why there are none. */
  refused?: string;
}
/** What of the page it needs. */
export interface Rooms extends Pick<Page, "ask" | "engine" | "form" | "generate" | "player" | "table"> {
  /** Answers about a text. */
  server: (question: object) => Promise<any>;
  /** The run that is shown, if it can be made again. */
  shown: () => RunSpec | null;
  /** Of a processor of logits. */
  titleOf: (name: string) => string;
  /** Makes a run in the place of the one that is shown. */
  make: (spec: RunSpec) => void;
}

export class Hand {
  /** Texts of tokens that were asked for, by id. */
  texts: Map<number, string> = new Map();
  /** Whoever asks for tokens through it, their texts are known here. */
  page: Rooms;
  line = document.createElement("div");
  row = Object.assign(document.createElement("div"), { className: "tdp-hold" });

  constructor(page: Rooms) {
    this.page = { ...page, server: (question: object) => this.#ask(page, question) };
    Object.assign(this.line, { className: "tdp-steering", role: "group", ariaLabel: "Held by hand" });
    page.ask.cards.parentElement?.after(this.line);
    page.player.view.watching.querySelector(".tdp-history-panel")?.append(this.row);
    page.player.addEventListener("paint", () => this.#paint());
    this.update();
    this.#paint();
  }

  /** @param position of the block that is shown */
  #place(position: number): number {
    const { recording, views } = this.page.player;
    const frame = recording?.frames[views.drawn.step] ?? recording?.frames[0];
    return (recording?.header.canvas_length ?? 0) * ((frame?.block ?? 1) - 1) + position;
  }

  async #ask({ server }: Rooms, question: object) {
    const answer = await server(question);
    for (const [id, token] of Object.entries(answer?.texts ?? {})) this.texts.set(Number(id), String(token));
    return answer;
  }

  #tokens = async (text: string): Promise<Tokens> => {
    const answer = await this.page.server({ kind: "tokens", text }).catch(() => undefined);
    return answer ?? { refused: "The server does not answer; try again in a moment." };
  };

  /**
   * @param ids null takes the pin away
   * @returns why that cannot be; "" if it can
   */
  #pin = (position: number, ids: number[] | null): string => {
    const { form } = this.page;
    const place = this.#place(position);
    const most = Number(form.spec.settings.max_new_tokens);
    if (ids !== null && place + ids.length > most)
      return `${counted(ids.length, "token")} from place ${place} on would go past the end of the next run, which has ${most} places; pin less, or raise the length in Tune.`;
    const held = ids === null ? { [place]: null } : Object.fromEntries(ids.map((id, at) => [place + at, id]));
    this.#steer(withPins(form.steering, held));
    return "";
  };

  /**
   * Makes the shown run again, with cells changed after the shown step.
   *
   * @param ids null is noise
   * @returns why that cannot be; "" if it can
   */
  #change = (position: number, ids: number[] | null): string => {
    const { ask, player, shown, make } = this.page;
    if (ask.busy) return "A run is going on; change cells when it has ended.";
    const spec = shown();
    const { recording, moment } = player;
    if (spec === null || recording === null)
      return "This run holds a picture or a long prompt that cannot be asked for again; its cells cannot be changed.";
    const { step, noise } = recording.moments[moment];
    const frame = recording.frames[step];
    const at = noise ? frame.step : frame.step + 1;
    if (at > Number(recording.header.spec.settings.max_denoising_steps))
      return `This is the last of ${recording.header.spec.settings.max_denoising_steps} steps; go to an earlier one, or allow more steps.`;
    const length = recording.header.canvas_length;
    if (position + (ids?.length ?? 1) > length)
      return `${counted(ids?.length ?? 1, "token")} from position ${position} on would go past the end of the canvas, which has ${length}; put less here, or go to an earlier cell.`;
    const cells = Object.fromEntries((ids ?? [null]).map((id, beside) => [position + beside, id]));
    make({ ...spec, ...withEdit(spec, { block: frame.block, step: at, cells }) });
    this.update();
    return "";
  };

  #paint() {
    const { form, player } = this.page;
    const { chosen } = player.views;
    const moment = player.recording?.moments[player.moment];
    if (!player.recording || chosen === null || moment === undefined) return;
    render(
      <HoldRow
        recording={player.recording}
        frame={player.recording.frames[moment.step]}
        position={chosen}
        noise={moment.noise}
        pinned={form.steering.pins?.[this.#place(chosen)] !== undefined}
        tokens={this.#tokens}
        pin={this.#pin}
        change={this.#change}
      />,
      this.row,
    );
  }

  /** The form holds something else now. */
  update() {
    const { form, titleOf } = this.page;
    const known = form.source.value && this.page.player.recording?.tokens;
    const textOf = (id: number) => flowText(this.texts.get(id) ?? known?.get(id) ?? `token ${id}`);
    render(<HeldLine steering={form.steering} {...{ textOf, titleOf }} steer={this.#steer} />, this.line);
  }

  #steer = (steering: Steering) => {
    this.page.form.steer(steering);
    this.update();
    this.#paint();
  };
}
