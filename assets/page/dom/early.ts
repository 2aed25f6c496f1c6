/**
 * What the page's head has the browser load, asked for before anything is built: so it is there when the page stands, and
 * the first picture need not wait for one without a run.
 */

type Answer = { ok: boolean; body: Uint8Array<ArrayBuffer> };

const early: Map<string, Promise<Answer>> = new Map();

async function ask(address: string): Promise<Answer> {
  const answer = await fetch(address);
  return { ok: answer.ok, body: new Uint8Array(await answer.arrayBuffer()) };
}

/** Asks for all of it. */
export function askEarly() {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=fetch]")) {
    const answer = ask(href);
    answer.catch(() => {}); // whoever wants it hears of it
    early.set(href, answer);
  }
}

/** @returns what was asked for early; another time, and anything else, is asked for now */
export function answered({ href }: URL): Promise<Answer> {
  const answer = early.get(href) ?? ask(href);
  early.delete(href);
  return answer;
}
