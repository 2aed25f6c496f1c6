/**
 * What the page's head has the browser load, asked for before anything is built: so it is there when the page stands, which
 * is laid out once, with its first picture.
 */

type Answer = { ok: boolean; body: Uint8Array<ArrayBuffer> };

/** So ends the name of a packed file that is only looked at, and unpacked as it comes. */
const LIGHT = ".light";
/** So long nothing is built: over a slow link the page stands before its picture. */
const MOST_WAITED_MS = 300;

const early: Map<string, Promise<Answer>> = new Map();

async function ask(address: string): Promise<Answer> {
  const { ok, body } = await fetch(address);
  const unpacked = ok && address.endsWith(LIGHT) ? body?.pipeThrough(new DecompressionStream("gzip")) : body;
  return { ok, body: new Uint8Array(await new Response(unpacked).arrayBuffer()) };
}

/** Asks for all of it. @returns when it has come, or is waited for no longer */
export function askEarly(): Promise<unknown> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=fetch]"))
    early.set(href, ask(href));
  const all = Promise.allSettled(early.values()); // whoever wants one that did not come hears of it
  return Promise.race([all, new Promise((give) => setTimeout(give, MOST_WAITED_MS))]);
}

/** @returns what was asked for early; another time, and anything else, is asked for now */
export function answered({ href }: URL): Promise<Answer> {
  const answer = early.get(href) ?? ask(href);
  early.delete(href);
  return answer;
}
