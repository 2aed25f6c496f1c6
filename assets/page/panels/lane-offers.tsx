/** What can be put beside the run that is shown, and making all lanes again. */

import { render } from "preact";
import { button, element, setText } from "../dom/elements.ts";
import { OneWord } from "./one-word.tsx";
import type { Adding } from "../player/actions.ts";

/** What a choice is called before one is made. */
const CALLED: Record<string, string> = { way: "way of writing", sampler: "sampler", schedule: "schedule" };

export class LaneOffers {
  pills: HTMLButtonElement[];
  selects: HTMLSelectElement[];
  prompt = element("input", {
    type: "text",
    "aria-label": "A lane with another prompt",
    placeholder: "another prompt",
    autocomplete: "off",
    "data-kind": "prompt",
  });
  add: HTMLButtonElement;
  picker = element("input", { type: "file", accept: ".trace", hidden: "", "aria-label": "Trace file for a lane" });
  file: HTMLButtonElement;
  together: HTMLButtonElement;
  alone: HTMLButtonElement;
  again: HTMLDivElement;
  full = element("p.tdp-hint");
  words = element("div.tdp-one-word");
  root: HTMLDivElement;
  /** What is wanted less often. */
  more: HTMLDivElement;

  constructor(public lanes: Adding) {
    this.pills = lanes.offers.map(([kind, name, hint]) => {
      const offer = pill(name, hint);
      offer.dataset.kind = kind;
      offer.onclick = () => lanes.add(kind);
      return offer;
    });
    this.selects = Object.entries(CALLED).map(([kind, name]) => {
      const select = element("select.tdp-pill", { "data-kind": kind, "aria-label": `A lane with another ${name}` });
      select.onchange = () => {
        lanes.add(kind, select.value);
        select.value = "";
      };
      return select;
    });
    this.add = pill("Add", "Add a lane with this prompt, the same seed and settings");
    this.add.type = "submit";
    const form = element("form.tdp-lane-prompt", this.prompt, this.add);
    form.onsubmit = (event) => {
      event.preventDefault();
      if (this.prompt.value.trim() === "") return this.prompt.focus();
      lanes.add("prompt", this.prompt.value);
      this.prompt.value = "";
    };
    this.picker.onchange = () => {
      const [file] = this.picker.files ?? [];
      if (file) lanes.file(file);
      this.picker.value = "";
    };
    this.file = pill("a trace file", "Open a .trace file from this computer beside this run");
    this.file.onclick = () => this.picker.click();
    this.together = pill("together", "Make all lanes again, in shared passes where they can share them");
    this.together.onclick = () => lanes.again(false);
    this.alone = pill(
      "one after the other",
      "Make all lanes again, each with its passes for itself, so that their seconds can be compared",
    );
    this.alone.onclick = () => lanes.again(true);
    this.again = element(
      "div.tdp-lane-again",
      element("h3", "Make all again"),
      element("div.tdp-lane-offers", this.together, this.alone),
    );
    const offers = element("div.tdp-lane-offers", ...this.pills, ...this.selects, this.file, this.picker, form);
    this.root = element("div", element("h3", "Add a lane"), offers, this.full);
    this.more = element("div", this.words, this.again);
  }

  /** @param several are there lanes? @param full why no more can be added; empty if they can */
  show(several: boolean, full: string) {
    setText(this.full, full);
    const prompt = this.lanes.pairs.prompt() ?? "";
    render(<OneWord key={prompt} actions={this.lanes.pairs} prompt={prompt} />, this.words);
    this.again.hidden = !several;
    const choices = this.lanes.choices();
    for (const [number, kind] of Object.keys(CALLED).entries()) {
      const others = choices.find((choice) => choice.kind === kind)?.others ?? [];
      const select = this.selects[number];
      select.hidden = others.length === 0;
      select.replaceChildren(
        element("option", { value: "" }, `${CALLED[kind]} …`),
        ...others.map(([value, means]) => element("option", { value, title: means }, value.replaceAll("-", " "))),
      );
    }
    for (const offer of [...this.pills, ...this.selects, this.prompt, this.add, this.file])
      offer.disabled = full !== "";
  }
}

function pill(name: string, hint: string) {
  const made = button(name, hint);
  made.classList.add("tdp-pill");
  return made;
}
