/**
 * Makes the page of one file, of runs that are shown or of what a plugin shows, from the template that the server has;
 * `playground/export/page.py` fills the same ones.
 */

import { base64Of } from "../dom/base64.ts";
import { promptName } from "../run/titles.ts";

/** The bytes of a trace's file. */
type NamedFile = { name: string; file: Uint8Array<ArrayBuffer> };

const GONE = "The server does not have this page any more; reload, and save it then.";
const TITLE = "<title>A run of text diffusion</title>";
const RUNS = 'id="tdp-runs">{}<';

/**
 * @param prompt of the first
 * @param moment where it starts
 */
export async function pageFile(template: string, runs: NamedFile[], prompt: string, moment: number): Promise<Blob> {
  const payload = {
    runs: await Promise.all(runs.map(async ({ name, file }) => ({ name, trace: await base64Of(new Blob([file])) }))),
    moment,
  };
  return filled(template, promptName(prompt) || runs[0].name, payload);
}

/** @param payload what the page's script reads */
export function filled(template: string, title: string, payload: object) {
  const data = JSON.stringify(payload).replaceAll("<", "\\u003c"); // nothing in a name ends the element
  const safe = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // Functions, because a text to put in could hold `$&`.
  const text = template.replace(TITLE, () => `<title>${safe}</title>`).replace(RUNS, () => `id="tdp-runs">${data}<`);
  return new Blob([text], { type: "text/html" });
}

/**
 * Fetches the page without what it shows.
 *
 * @param assets the folder of the page's files
 */
export async function templateOf(assets: URL, name: string): Promise<string> {
  const answer = await fetch(new URL(`share/${name}.html`, assets)).catch(() => null);
  if (!answer?.ok) throw new Error(GONE);
  return answer.text();
}
