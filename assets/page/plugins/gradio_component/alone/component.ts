/**
 * The player as a component of any Gradio app: `playground/plugins/gradio_component/component.py` makes a `gr.HTML` that imports this script. It
 * asks the server for nothing. The component's value is lines of JSON: the messages of `playground/trace/wire.py` of a run
 * that goes on, or one of the kind "whole", which has a trace in base64. While a run goes on the value grows at its end.
 */

import { signal } from "@preact/signals";
import base from "../../../../css/base.css";
import file from "../../../../css/file.css";
import honest from "../../../../css/honest.css";
import legend from "../../../../css/legend.css";
import panels from "../../../../css/panels.css";
import player from "../../../../css/player.css";
import timeline from "../../../../css/timeline.css";
import { bytesOf } from "../../../dom/base64.ts";
import { mountPlayer } from "../../../panels/mount.ts";
import { readTrace } from "../../../run/trace.ts";
import { WireReader } from "../../../run/wire.ts";
import { footOf } from "../../../share/foot.tsx";
import { headOf, troubleOf, wholeIn } from "../around.tsx";
import type { Player } from "../../../player/player.ts";

/** As Gradio gives it to `js_on_load`. */
type Place = { element: HTMLElement; props: { value: string | null }; watch: (name: string, told: () => void) => void };

const STYLES = [base, player, legend, timeline, panels, honest, file];

/** Gradio has rules for every button and field of its page: ours stand within two classes more, so that they count. */
function addStyles() {
  if (document.querySelector("style[data-tdp-component]")) return;
  const rules = STYLES.join("\n").replaceAll(".dark ", ".dark & ");
  const style = document.createElement("style");
  style.dataset.tdpComponent = "";
  style.textContent = `.tdp-component.tdp-component {\n${rules}\n}\n.tdp-component > .token-canvas { padding: 8px 14px; border-radius: 8px; }\n.block .html-container:has(.tdp-component) { padding: 0; }`;
  document.head.append(style);
}

class Component {
  player: Player;
  /** Is there nothing to show? */
  draw: (empty: boolean) => void;
  foot = document.createElement("div");
  /** What went wrong; "" for nothing. */
  trouble = signal("");
  /** As much of the value as has been read. */
  value = "";
  /** Follows the run that goes on. */
  reader: WireReader;
  /** The run that is shown, as the value names it. */
  run: number | null = null;
  /** Reading a whole trace takes a moment: values are read one after the other. */
  reading: Promise<void>;

  /** @param root will be filled */
  constructor(root: HTMLElement) {
    root.replaceChildren();
    this.draw = wholeIn(root);
    this.draw(true);
    const place = root.querySelector(".tdp-component > div") as HTMLElement;
    this.player = mountPlayer(place, null);
    const { views, view } = this.player;
    views.mode = "watch";
    const head = headOf((mode) => (views.mode = mode));
    head.prepend(view.label);
    place.prepend(head, troubleOf(this.trouble));
    place.append(this.foot);
    this.reader = new WireReader("");
    this.reading = Promise.resolve();
    Object.assign(root, { player: this.player });
  }

  take(value: string | null) {
    const text = value ?? "";
    const news = text.slice(text.startsWith(this.value) ? this.value.length : 0);
    this.value = text;
    this.draw(text === "");
    const messages = news
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    this.reading = this.reading.then(() => this.#read(messages)).catch(({ message }) => (this.trouble.value = message));
  }

  async #read(messages: any[]) {
    for (const message of messages) {
      if (message.kind === "whole") await this.#whole(message);
      else this.#goOn(message);
    }
  }

  /** @param message of a run that goes on */
  #goOn(message: any) {
    if (message.kind === "start") {
      this.trouble.value = "";
      this.foot.replaceChildren();
      this.run = message.run;
      this.reader = new WireReader("run");
    }
    const { kind } = this.reader.read(message);
    const { recording } = this.reader;
    if (recording === null) return;
    if (kind === "start") this.player.show(recording);
    else if (kind === "frame") this.player.grow();
  }

  async #whole({ run, name, trace }: { run: number; name: string; trace: string }) {
    const file = bytesOf(trace);
    const begun = run === this.run ? this.player.recording : null;
    const recording = await readTrace(file, name, Infinity, begun ?? undefined);
    this.trouble.value = "";
    if (begun) {
      this.player.clock.finish();
      this.player.grow();
    } else this.player.show(recording);
    this.run = run;
    this.foot.replaceChildren(footOf([{ name, letter: "", file, recording }]));
  }
}

export function mount({ element: root, props, watch }: Place) {
  addStyles();
  const component = new Component(root);
  watch("value", () => component.take(props.value));
  component.take(props.value);
}
