/** What a page without a server asks of its service worker: to be kept, and to be isolated, so that the engine may use threads. */

const WORKER = "sw.js";
/** So long a worker that is new may take to answer for this page. */
const MOST_WAITED_MS = 3000;

/**
 * Isolates the page by loading it once more, through the worker, where nothing is lost by it. A page that was loaded
 * again, that a worker serves already, that stands in somebody's frame or that its reader has touched stays as it is:
 * there the engine has one thread.
 *
 * @returns never done if the page is loaded again
 */
export async function isolate(): Promise<void> {
  const workers = navigator.serviceWorker; // none on an address that is not secure
  if (!workers) return;
  const served = workers.controller !== null;
  if (!(await workers.register(WORKER).catch(() => null))) return;
  if (crossOriginIsolated || served || window !== window.top || reloaded()) return;
  await new Promise((give) => {
    workers.addEventListener("controllerchange", give, { once: true });
    setTimeout(give, MOST_WAITED_MS);
  });
  if (workers.controller === null || navigator.userActivation?.hasBeenActive !== false) return;
  location.reload();
  return new Promise(() => {});
}

const reloaded = () => performance.getEntriesByType("navigation").some((entry) => (entry as any).type === "reload");

/** Lets the worker keep all files, for a visit without a network; so does one of a newer version, as soon as it comes. */
export async function keepFiles() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const newest = () => registration.installing ?? registration.waiting ?? registration.active;
  registration.addEventListener("updatefound", () => newest()?.postMessage("keep"));
  newest()?.postMessage("keep");
}
