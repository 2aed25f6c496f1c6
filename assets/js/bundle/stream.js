import { GoneError, RANK, post, stream } from "./main.js";
// hall/stream.js
const AGAIN_MS = 2e3;
async function follow(path, token, receive, signal) {
	while (!signal.aborted) {
		try {
			for await (const { data } of stream(`hall/${path}`, RANK.hall, {
				headers: () => ({ "Hall-Token": token }),
				signal
			})) {
				if (data === "") continue;
				const message = JSON.parse(data);
				receive(message);
				if (message.kind === "closed") return;
			}
		} catch (error) {
			if (signal.aborted) return;
			if (!(error instanceof GoneError || error instanceof TypeError)) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
	}
}
const ask = (path, body) => post(`hall${path}`, body);
export { ask, follow };
