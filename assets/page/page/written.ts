/** Samplers that the reader writes: a plugin shows the text, asks before one from elsewhere decides, and makes the runs. */

import { isWritten } from "../rules/knobs.ts";
import { writtenIn } from "../run/spec.ts";
import type { Maker } from "../engine/written.ts";
import type { RunSpec } from "../run/spec-schema.ts";
import type { Page } from "./page.ts";
import type { WrittenSampler } from "./places.ts";

export class WrittenSamplers {
  /** Those that were wanted, by name. */
  #wanted: Map<string, Promise<WrittenSampler>> = new Map();
  /** Those that are there. */
  #there: Map<string, WrittenSampler> = new Map();

  /** Below the menu of samplers. */
  place = document.createElement("div");

  constructor(
    public page: Pick<Page, "browser" | "form" | "generate" | "knobs" | "parts" | "say" | "setMode" | "table">,
  ) {}

  #of(name: string): Promise<WrittenSampler> {
    const sampler = this.#wanted.get(name) ?? this.#fetched(name);
    this.#wanted.set(name, sampler);
    sampler.catch(() => this.#wanted.delete(name));
    return sampler;
  }

  async #fetched(name: string) {
    const { browser, parts, generate, setMode } = this.page;
    const place = document.createElement("div");
    const sampler = await parts.sampler(name, place, {
      browser,
      generate: generate.bind(this.page),
      show: setMode.bind(this.page, "tune"),
    });
    this.place.append(place);
    this.#there.set(name, sampler);
    return sampler;
  }

  /** The form may have another sampler, or another text. */
  update() {
    const { form, knobs, table, say } = this.page;
    for (const name of [form.source.value?.settings.sampler, knobs.values.sampler])
      if (isWritten(name, table)) this.#of(String(name)).then((sampler) => sampler.update(), say);
    for (const sampler of this.#there.values()) sampler.update();
  }

  /** @returns may the run of the form be made? If not, the reader is asked, or it is made once the sampler is there */
  get ready(): boolean {
    const { form, knobs, table, say } = this.page;
    const { sampler: name } = knobs.values;
    if (!isWritten(name, table) || this.#there.get(String(name))?.allows(form.written.value)) return true;
    this.#ask(String(name)).catch(say);
    return false;
  }

  async #ask(name: string) {
    const sampler = await this.#of(name);
    if (sampler.allows(this.page.form.written.value)) this.page.generate();
    else sampler.ask();
  }

  /** @returns makes these runs, if such a sampler decides in one of them */
  makerOf(specs: RunSpec[]): Promise<Maker> | null {
    const [written] = specs.flatMap((spec) => writtenIn(spec, this.page.table));
    return written === undefined ? null : this.#of(written.sampler).then(({ engine }) => engine);
  }
}
