import { element } from "./main.js";
// engine/sandbox.js
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
export { openSandbox };
