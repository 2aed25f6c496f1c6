/** The runs of a lesson, among those of the page. */

/** @typedef {import("../page/run-list.js").RunItem} RunItem */
/** @typedef {Pick<import("../page/run-list.js").RunList, "items" | "add" | "read">} RunList */

/** @param {RunList} runList @param {string} run @returns {RunItem | undefined} one that is there */
export const knownRun = ({ items }, run) =>
  items.find((item) => item.run?.kind === "recorded" && item.run.name === run);

/**
 * Reads a run; one of the lessons' own folder is put up first.
 *
 * @param {Pick<import("./pages.js").Pages, "trace">} pages
 * @param {RunList} runList
 * @param {Pick<import("./lesson.js").Lesson, "runs">} lesson
 * @param {string} run
 * @returns {Promise<RunItem>} with its recording
 */
export async function readRun(pages, runList, { runs }, run) {
  const { title, file } = runs[run];
  const item =
    knownRun(runList, run) ??
    runList.add({
      title,
      face: title,
      prompt: "",
      run: { kind: "recorded", name: run },
      recording: null,
      file: () => pages.trace(file),
      whole: true,
      about: null,
      kept: false,
    });
  item.recording = await runList.read(item);
  return item;
}
