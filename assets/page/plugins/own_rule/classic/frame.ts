/**
 * All that runs in the frame of `../sandbox.ts`: it keeps the rule in a worker and hands it one question at a time. The page's
 * policy allows just this text by its hash.
 */

(() => {
  if (origin !== "null") return; // anywhere else, a rule could reach what it must not

  /** In the worker, before the rule. */
  const host = () => {
    const send = postMessage.bind(null); // the rule may put another in its place
    addEventListener("message", ({ data: { number, before, statistics } }) => {
      // @ts-expect-error the rule has it, or not
      const rule = typeof accept === "function" ? accept : null;
      if (rule === null) return send({ number, type: "missing" });
      const answer = rule(before, statistics);
      const list = typeof answer === "object" && typeof answer?.[Symbol.iterator] === "function";
      const type = answer === null ? "null" : answer instanceof Promise ? "promise" : typeof answer;
      send(list ? { number, entries: Array.from(answer) } : { number, type });
    });
    send({ number: 0 });
  };
  const first = `"use strict";(${host})();\n`;
  const lines = first.split("\n").length - 1;

  addEventListener(
    "message",
    ({ data: source, ports: [port] }) => {
      const script = new Blob([first, source], { type: "text/javascript" });
      const worker = new Worker(URL.createObjectURL(script));
      /** The number of the question that is open; -1 for none. */
      let open = 0;
      const end = (fault: string, line = 0) => {
        worker.terminate();
        port.postMessage({ fault: fault.slice(0, 200), line });
      };
      worker.onmessage = ({ data }) => {
        if (data?.number !== open) return end("it sends messages of its own");
        open = -1;
        port.postMessage(data);
      };
      worker.onerror = ({ message = "", lineno = 0 }) => end(message, Math.max(0, lineno - lines));
      port.onmessage = ({ data }) => {
        open = data.number;
        worker.postMessage(data);
      };
    },
    { once: true },
  );
})();
