/**
 * Makes the page of one file of runs that are shown, from the template that the server has;
 * `playground/export/page.py` fills the same one.
 */

import { promptName } from "../words/titles.js";
import { base64Of } from "./base64.js";

/** @typedef {{ name: string, file: Uint8Array<ArrayBuffer> }} Named the bytes of a trace's file */

const TITLE = "<title>A run of text diffusion</title>";
const RUNS = 'id="tdp-runs">{}<';

/**
 * @param {string} template
 * @param {Named[]} runs
 * @param {string} prompt of the first
 * @param {number} moment where it starts
 * @returns {Promise<Blob>}
 */
export async function pageFile(template, runs, prompt, moment) {
  const told = { runs: await Promise.all(runs.map(async ({ name, file }) => ({ name, trace: await base64Of(new Blob([file])) }))), moment };
  const data = JSON.stringify(told).replaceAll("<", "\\u003c"); // nothing in a name ends the element
  const title = promptName(prompt).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // Functions, because a text to put in could hold `$&`.
  const text = template.replace(TITLE, () => `<title>${title}</title>`).replace(RUNS, () => `id="tdp-runs">${data}<`);
  return new Blob([text], { type: "text/html" });
}
