// site/keep.js
const WORKER = "sw.js";
const MOST_WAITED_MS = 3e3;
async function isolate() {
	const workers = navigator.serviceWorker;
	if (!workers) return;
	const served = workers.controller !== null;
	if (!await workers.register(WORKER).catch(() => null)) return;
	if (crossOriginIsolated || served || window !== window.top || reloaded()) return;
	await new Promise((give) => {
		workers.addEventListener("controllerchange", give, { once: true });
		setTimeout(give, MOST_WAITED_MS);
	});
	if (workers.controller === null || navigator.userActivation?.hasBeenActive !== false) return;
	location.reload();
	return new Promise(() => {});
}
const reloaded = () => performance.getEntriesByType("navigation").some((entry) => entry.type === "reload");
async function keepFiles() {
	const registration = await navigator.serviceWorker?.getRegistration();
	if (!registration) return;
	const newest = () => registration.installing ?? registration.waiting ?? registration.active;
	registration.addEventListener("updatefound", () => newest()?.postMessage("keep"));
	newest()?.postMessage("keep");
}
export { isolate, keepFiles };
