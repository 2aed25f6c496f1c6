import { __exportAll } from "./rolldown-runtime.js";
import { GoneError, element } from "./main.js";
// engine/sandbox.js
var sandbox_exports = __exportAll({
	openSandbox: () => openSandbox,
	sandboxFor: () => sandboxFor
});
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:";
async function openSandbox(script, source) {
	const frame = element("iframe", {
		sandbox: "allow-scripts",
		hidden: "",
		title: "Your rule"
	});
	frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${script}<\/script>`;
	const loaded = new Promise((give) => frame.addEventListener("load", give, { once: true }));
	document.body.append(frame);
	await loaded;
	const { port1, port2 } = new MessageChannel();
	frame.contentWindow?.postMessage(source, "*", [port2]);
	return {
		port: port1,
		close: () => frame.remove()
	};
}
async function sandboxFor(base, source) {
	const script = await fetch(new URL("js/engine/sandbox-frame.js", base)).catch(() => null);
	if (!script?.ok) throw new GoneError("What runs your rule did not arrive; try again when the network is back.");
	return openSandbox(await script.text(), source);
}
export { sandboxFor, sandbox_exports };
