/** Makes the files that the Share menu saves. What is large, and what each form needs, is fetched when it is first wanted. */

import { fileName } from "../page/saving.js";
import { readRun } from "../run/reading.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {{ title: string, file: () => Promise<Uint8Array<ArrayBuffer>> }} Source */
/**
 * @typedef {object} Shown
 * @property {Source[]} runs that are shown, the first one first
 * @property {number} moment of the clock
 * @property {boolean} live does one of them still go on?
 * @property {number} speed in steps a second
 * @property {import("./page-file.js").LessonPage | null} lesson that is read; null outside Learn
 * @property {string} address a link to them; "" for none
 * @property {boolean} served is there a server, which decides who may show it in a frame?
 * @property {boolean} portable are they all runs of the model that a page of one file can hold?
 */
/** @typedef {{ shape: import("./scene.js").Shape, scale: string, theme: "light" | "dark", speed: number }} Looks of pictures and films */
/** @typedef {{ name: string, blob: Blob }} Made a file */

const GONE = "The server does not have this page any more; reload, and save it then.";

export class Maker {
  /**
   * @param {URL | null} assets the folder of the page's files; null where the page is one file, which no other is made of
   * @param {number} maxMib the most that a trace may unpack to
   */
  constructor(assets, maxMib) {
    this.assets = assets;
    this.maxMib = maxMib;
  }

  /** @param {Shown} shown @returns {Promise<Made>} */
  async lesson({ lesson }) {
    if (lesson === null) throw new Error("No lesson is open.");
    const [{ lessonFile }, template] = await Promise.all([import("./page-file.js"), this.#template("lessons")]);
    return { name: `${fileName(lesson.lesson.title)}.html`, blob: await lessonFile(template, lesson) };
  }

  /** @param {Shown} shown @returns {Promise<Made>} */
  async page(shown) {
    return this.#page(shown, await this.#template("player"));
  }

  /**
   * @param {Shown} shown
   * @param {(fraction: number) => void} tell how much of the model is there
   * @returns {Promise<Made>}
   */
  async modelPage(shown, tell) {
    const [template, { packedModel }] = await Promise.all([this.#template("model"), import("./model-files.js")]);
    return this.#page(shown, template, await packedModel(/** @type {URL} */ (this.assets), tell));
  }

  /** @param {Shown} shown @param {string} template @param {BlobPart[]} [model] */
  async #page(shown, template, model) {
    const [runs, { pageFile }] = await Promise.all([this.#recordings(shown), import("./page-file.js")]);
    const refused = runs.find(({ file }) => file[0] !== 0x1f);
    if (refused)
      throw new Error(
        `${refused.name} is no trace, which the page needs; make one with: python -m playground open FILE --trace ${refused.name}.trace`,
      );
    const blob = await pageFile(
      template,
      runs.map(({ name, file }) => ({ name, file })),
      runs[0].recording.header.prompt,
      shown.moment,
      model,
    );
    return { name: `${runs[0].name}.html`, blob };
  }

  /**
   * @param {Shown} shown
   * @param {string} kind csv or parquet
   * @param {string} rows positions or steps
   * @returns {Promise<Made>}
   */
  async table(shown, kind, rows) {
    const [runs, { positionsOf, stepsOf }] = await Promise.all([this.#recordings(shown), import("./table.js")]);
    const columns = rows === "steps" ? stepsOf(runs) : positionsOf(runs);
    const name = `${runs[0].name}${rows === "steps" ? ".steps" : ""}.${kind}`;
    if (kind === "csv")
      return { name, blob: new Blob([(await import("./csv.js")).csvOf(columns)], { type: "text/csv" }) };
    return {
      name,
      blob: new Blob([(await import("./parquet.js")).parquetOf(columns, runs)], {
        type: "application/vnd.apache.parquet",
      }),
    };
  }

  /**
   * @param {Shown} shown
   * @param {import("./film.js").Kind} kind
   * @param {Looks} looks
   * @param {import("./film.js").Watch} watch
   * @returns {Promise<Made>}
   */
  async film(shown, kind, looks, watch) {
    const [runs, { film }] = await Promise.all([this.#recordings(shown), import("./film.js")]);
    const options = { ...looks, scale: Number(looks.scale), moment: shown.moment };
    return {
      name: `${runs[0].name}.${kind}`,
      blob: await film(
        runs.map(({ recording }) => recording),
        kind,
        options,
        watch,
      ),
    };
  }

  /** Read again, because what came over the wire has no candidates. @param {Shown} shown */
  #recordings({ runs }) {
    return Promise.all(
      runs.map(async ({ title, file: read }) => {
        const [name, file] = [fileName(title), await read()];
        return { name, file, recording: await readRun(file, name, this.maxMib) };
      }),
    );
  }

  /** @param {string} name */
  async #template(name) {
    const answer = await fetch(new URL(`share/${name}.html`, /** @type {URL} */ (this.assets))).catch(() => null);
    if (!answer?.ok) throw new Error(GONE);
    return answer.text();
  }
}
