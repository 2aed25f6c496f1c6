// hall/stream.js
const AGAIN_MS = 2e3;
var HallError = class extends Error {};
async function follow(path, token, receive, signal) {
	while (!signal.aborted) {
		try {
			const answer = await fetch(`hall/${path}`, {
				headers: { "Hall-Token": token },
				signal,
				cache: "no-store"
			});
			if (!answer.ok) throw new HallError(await sentenceOf(answer));
			if (await read(answer.body, receive)) return;
		} catch (error) {
			if (signal.aborted) return;
			if (error instanceof HallError) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
	}
}
async function read(body, receive) {
	const reader = body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		const events = (rest + part.value).split("\n\n");
		rest = events.pop();
		for (const event of events) {
			if (!event.startsWith("data: ")) continue;
			const text = event.slice(6);
			receive(text);
			if (text.startsWith("{\"kind\":\"over\"")) return true;
		}
	}
	return false;
}
async function ask(path, body) {
	const answer = await fetch(`hall${path}`, {
		method: "POST",
		body: JSON.stringify(body)
	}).catch(() => null);
	if (answer === null) throw new HallError("The server does not answer; try again in a moment.");
	if (!answer.ok) throw new HallError(await sentenceOf(answer));
	return answer.json();
}
async function sentenceOf(answer) {
	const { detail } = await answer.json().catch(() => ({}));
	return typeof detail === "string" ? detail : "The server does not answer as agreed; try again in a moment.";
}
export { ask, follow, sentenceOf };
