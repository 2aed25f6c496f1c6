/**
 * Gradio's client gives up when a connection breaks: it does nothing any more until the page is loaded again, and with
 * that the runs that the reader has made are gone. Here a broken connection is only the end of what it carried.
 */

/** What Gradio shows for a moment; beside the button the page says more. */
const GONE = "The server does not answer.";

/**
 * @param {typeof globalThis.fetch} fetch
 * @returns {typeof globalThis.fetch} the same, except that events fail one by one where Gradio would give up
 */
export function patient(fetch) {
  /** @type {Set<string>} events that a stream may still owe an end */
  const events = new Set();
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, globalThis.location?.href);
    if (pathname.endsWith("/gradio_api/queue/data")) return streamed(lasting(() => fetch(input, init), events, input));
    if (!pathname.endsWith("/gradio_api/queue/join")) return fetch(input, init);
    try {
      const response = await fetch(input, init);
      if (response.ok) events.add((await response.clone().json()).event_id);
      return response;
    } catch {
      return new Response(JSON.stringify({ detail: GONE }), { status: 500 });
    }
  };
}

/**
 * @param {() => Promise<Response>} open
 * @param {Set<string>} events
 * @param {RequestInfo | URL} input
 */
async function* lasting(open, events, input) {
  try {
    const reader = (await open()).body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) yield part.value;
  } catch {
    // Gradio has closed it itself, after the last event; it would take the error for a lost connection.
    if (input instanceof Request && input.signal.aborted) return;
    const failed = { msg: "process_completed", success: false, output: { error: GONE, visible: false } };
    for (const event of events) yield message({ ...failed, event_id: event });
    events.clear();
    yield message({ msg: "close_stream" });
  }
}

/** @param {object} data */
const message = (data) => new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`);

/** @param {AsyncGenerator<Uint8Array>} parts */
function streamed(parts) {
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}
