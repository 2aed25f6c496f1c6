/**
 * The service worker of a page without a server: it keeps the page's files, so that a later visit needs no network, and
 * sets the headers that a plain host cannot. `playground/plugins/live/site.py` writes `SITE` before it.
 *
 * What is kept is known by its hash: a new version of the folder takes over what has not changed. A page itself is asked
 * for each time, and what is kept of it only answers where the network does not. The old version serves its open pages
 * until they are closed. What else lies below the folder is somebody else's, and passes as the host sends it.
 */

const worker = self as any;
/**
 * Of each file its SHA-256 and its size in bytes, by its address in the folder; the headers of all answers; and the
 * policy of all but pages, which name their own.
 */
const {
  files,
  headers,
  policy,
}: { files: Record<string, [string, number]>; headers: Record<string, string>; policy: string } = worker.SITE;
const scope: string = worker.registration.scope;
/** Other folders of this host have their own. */
const NAME = `text-diffusion-playground ${scope}`;
/** So many bytes are left free for the reader's runs. */
const ROOM = 150e6;

/** Where each version has the page's own files. A newer one has its own before its worker takes over. */
const VERSION = /^playground\/[0-9a-f]{16}\//;

const keyOf = (name: string) => new URL(`kept/${files[name][0]}`, scope).href;

/** @param url of a request @returns the name of the file that answers it; null for what the site did not write */
function nameOf({ origin, pathname }: URL): string | null {
  const root = new URL(scope);
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return null;
  const name = pathname.slice(root.pathname.length) || "index.html";
  return Object.hasOwn(files, name) || VERSION.test(name) ? name : null;
}

// The pages that are open already go through it at once.
worker.addEventListener("activate", (event: any) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event: any) => {
  const name = nameOf(new URL(event.request.url));
  if (name !== null && event.request.method === "GET") event.respondWith(answer(event, name));
});
worker.addEventListener("message", (event: any) => {
  if (event.data === "keep") event.waitUntil(keepAll().catch(() => {})); // what is missing is asked for at the next visit
});

async function answer(event: any, name: string): Promise<Response> {
  const known = Object.hasOwn(files, name);
  const copy = known ? await (await caches.open(NAME)).match(keyOf(name)) : undefined;
  if (copy && !isPage(name)) return copy;
  try {
    const response = await fetch(event.request, isPage(name) ? { cache: "no-cache" } : {});
    if (response.type === "opaqueredirect") return response;
    if (known && !isPage(name) && (await hasRoom(name))) event.waitUntil(keep(name, response.clone()).catch(() => {})); // at worst it is fetched again
    return withHeaders(name, response);
  } catch (error) {
    if (copy) return copy;
    throw error;
  }
}

/** Is it a page, whose address stays the same in all versions? */
const isPage = (name: string) => name.endsWith(".html") && !name.startsWith("playground/");

/** Lets go of what only an older version had, unless that still serves its pages, and keeps what is not there yet. */
async function keepAll() {
  const cache = await caches.open(NAME);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const known = new Set(Object.keys(files).map(keyOf));
  const { installing, waiting } = worker.registration;
  if (!installing && !waiting) for (const url of there) if (!known.has(url)) await cache.delete(url);
  for (const name of Object.keys(files).filter((name) => !there.has(keyOf(name)))) {
    if (!(await hasRoom(name))) return;
    await keep(name, await fetch(new URL(name, scope), { cache: isPage(name) ? "no-cache" : "force-cache" }));
  }
}

/** Does a file leave room for the reader's runs? */
async function hasRoom(name: string) {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  return quota - usage >= files[name][1] + ROOM;
}

/** Keeps a file if it is whole, and the one of this version. */
async function keep(name: string, response: Response) {
  const bytes = await response.arrayBuffer();
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (digits === files[name][0]) await (await caches.open(NAME)).put(keyOf(name), withHeaders(name, response, bytes));
}

function withHeaders(name: string, response: Response, body: BodyInit | null = response.body): Response {
  const all = new Headers(response.headers);
  for (const [header, value] of Object.entries(headers)) all.set(header, value);
  if (!isPage(name)) all.set("Content-Security-Policy", policy);
  if (all.has("Content-Encoding")) all.delete("Content-Length"); // it counts what travelled
  all.delete("Content-Encoding");
  return new Response(body, { status: response.status, statusText: response.statusText, headers: all });
}
