/** What the prompt bar says: what to write about, whether a run goes on, how the model is doing, and the example cards. */

import { signal } from "@preact/signals";
import { WAYS } from "../rules/ways.ts";
import type { RunItem } from "./run-list.ts";

/** How the model is doing. */
export interface Status {
  /** Loading, ready or failed. */
  state: string;
  sentence: string;
  /** Of the present stage of loading, where it is known. */
  fraction?: number | null;
  /** Failed: may it be ready at another time? It may unless this is false. */
  again?: boolean;
  /** Failed: may the embedded model take its place? */
  way_out?: boolean;
  /** Ready: what a prompt may hold beside text. */
  abilities?: Record<string, boolean>;
}
/** A sentence, what can be done about it, and whether it holds only as long as a run goes on. */
type Notice = { sentence: string; passing?: boolean; name?: string; press?: () => void };
type Place = "prompt" | "generate" | "cards" | "advice" | "buttons" | "choice";

export class Ask {
  text = signal("");
  system = signal("");
  thinking = signal(false);
  /** The picture that goes with the prompt, as a data URL; empty for none. */
  picture = "";
  /** What can go with it: a checkpoint that can do more gets fields for it. */
  abilities = signal<Record<string, boolean>>({});
  /** While somebody writes, the height that the field's place keeps: the field opens over the page. */
  height = signal<number | null>(null);
  /** Why no run can be made with what the form holds; empty if one can. */
  fault = signal("");
  going = signal(false);
  /** Was Stop pressed? Once is enough. */
  stops = signal(false);
  /** Done when no run goes on. */
  idle = Promise.withResolvers();
  notice = signal<Notice>({ sentence: "" });
  /** What a pressed Generate waits for, or empty. */
  waits = signal("");
  model = signal<Status | null>(null);
  /** Is it said in words what the dot says? */
  explained = signal(false);
  /** How the form's way of writing goes. */
  gist = signal(WAYS.uniform.gist);
  /** That have cards. */
  examples = signal<RunItem[]>([]);
  /** The title of the run that is shown. */
  shown = signal("");

  prompt!: HTMLTextAreaElement;
  generate!: HTMLElement;
  cards!: HTMLElement;
  /** What plugins say of the prompt. */
  advice!: HTMLElement;
  /** Their buttons. */
  buttons!: HTMLElement;
  /** For what chooses among several models. */
  choice!: HTMLElement;
  /** @returns notes the place */
  at = (name: Place) => (place: any) => place && (this[name] = place);

  get busy() {
    return this.going.peek();
  }

  /** Of the notice. */
  get sentence() {
    return this.notice.peek().sentence;
  }

  /** @param prompt to show */
  fill({ text, system, thinking }: { text: string; system: string; thinking: boolean }) {
    this.text.value = this.prompt.value = text; // plugins that hear of it read the field at once
    this.system.value = system;
    this.thinking.value = thinking;
  }

  setBusy(busy: boolean) {
    this.going.value = busy;
    if (busy) this.height.value = null; // the canvas is to be seen
    this.stops.value = false;
    if (busy) this.idle = Promise.withResolvers();
    else this.idle.resolve(undefined);
    if (!busy && this.notice.peek().passing) this.say("");
  }

  /** @param sentence what went wrong, or empty */
  say(sentence: string, more: Omit<Notice, "sentence"> = {}) {
    this.notice.value = { sentence, ...more };
  }

  modelStatus(status: Status) {
    this.model.value = status;
    if (status.state === "failed") this.explained.value = true;
    this.abilities.value = status.abilities ?? {};
  }
}
