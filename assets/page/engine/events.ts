/** Server-sent events over fetch, because what opens a stream must stand in a header. */

export type StreamEvent = { id: string; data: string };

/** The server refuses; the message is its sentence. */
export class RefusedError extends Error {}

/** The server knows nothing under this key, or no longer. */
export class UnknownError extends RefusedError {}

/** The server lets nobody in who does not say more, or something else. */
export class BarredError extends RefusedError {}

/** The server cannot be reached. */
export class GoneError extends Error {}

export const GONE = "The server does not answer.";

/** @throws {RefusedError | GoneError} */
export async function request(path: string, options?: RequestInit): Promise<Response> {
  const answer = await fetch(path, { cache: "no-store", ...options }).catch((error) => {
    throw error?.name === "AbortError" ? error : new GoneError(GONE);
  });
  if (answer.ok) return answer;
  const { detail } = await answer.json().catch(() => ({}));
  if (typeof detail !== "string") throw new GoneError(GONE); // a proxy, whose server is away
  throw new (answer.status === 404 ? UnknownError : answer.status === 403 ? BarredError : RefusedError)(detail);
}

/** @throws {RefusedError | GoneError} */
export async function post(path: string, body: object): Promise<any> {
  return (
    await request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
  ).json();
}

/** @returns also signs of life, which have no data */
export async function* eventsOf(answer: Response): AsyncGenerator<StreamEvent> {
  const stream = answer.body as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split("\n\n");
      rest = blocks.pop() as string;
      for (const block of blocks) yield eventIn(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function eventIn(block: string): StreamEvent {
  const event = { id: "", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("data: ")) event.data = line.slice("data: ".length);
    else if (line.startsWith("id: ")) event.id = line.slice("id: ".length);
  }
  return event;
}
