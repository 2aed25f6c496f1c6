/** Writes a run as the bytes of a `.trace` file, as `playground/trace/store.py` does; `trace.ts` and Python read it. */

import { COLUMNS, TRACE_VERSION } from "./columns.ts";
import { DESCRIPTION, FORMAT } from "./description.ts";
import type { Column } from "./columns.ts";
import type { Recording } from "./recording.ts";

const ARRAYS = { bool: Uint8Array, int32: Int32Array, float32: Float32Array };
const STORED = { bool: "BOOL", int32: "I32", float32: "F32" };

const HEADER = (DESCRIPTION as any).properties.header.properties;

/** @param recording a run that is over, of which all is known */
export async function traceFileOf(recording: Recording): Promise<Uint8Array<ArrayBuffer>> {
  const { header, frames, tokens, finishReason, text, thought } = recording;
  const described = {
    format: FORMAT,
    version: TRACE_VERSION,
    header: storedHeader(header),
    stop_reasons: frames.flatMap(({ stopReason }) => stopReason || []),
    finish_reason: finishReason,
    tokens: Object.fromEntries(tokens),
    text,
    thought,
  };
  const head: Record<string, object> = { __metadata__: { trace: JSON.stringify(described) } };
  const columns = COLUMNS.flatMap((column) => storedColumn(column, recording) ?? []);
  // Bytes last, so that numbers lie where their type wants them.
  columns.sort((one, second) => Number(one.dtype === "BOOL") - Number(second.dtype === "BOOL"));
  let end = 0;
  for (const { name, dtype, shape, values } of columns)
    head[name] = { dtype, shape, data_offsets: [end, (end += values.byteLength)] };
  const written = new TextEncoder().encode(JSON.stringify(head));
  const room = Math.ceil(written.length / 8) * 8;
  const begin = new Uint8Array(8 + room).fill(0x20);
  new DataView(begin.buffer).setBigUint64(0, BigInt(room), true);
  begin.set(written, 8);
  const file = new Blob([begin, ...columns.map(({ values }) => values)]);
  return new Uint8Array(await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
}

/** @returns what files have of it: what the spec says stands there alone */
function storedHeader(header: Record<string, any>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(HEADER).flatMap((name) => (name in header ? [[name, header[name]]] : [])));
}

/** @returns null for an optional one that no step has, or that some lack and that has no NaN */
function storedColumn({ name, dtype, shape, optional }: Column, { frames, header }: Recording) {
  const figures = frames.map((frame) => (frame as any)[name] ?? null);
  const first = figures.find((figure) => figure !== null);
  if (optional && (first === undefined || (figures.includes(null) && dtype !== "float32"))) return null;
  const { canvas_length: length } = header;
  const width = first === undefined || shape === "S" ? 1 : first.length;
  const values = new ARRAYS[dtype](figures.length * width);
  figures.forEach((figure, at) => {
    if (figure === null || shape === "S") values.fill(figure ?? NaN, at * width, (at + 1) * width);
    else values.set(figure, at * width);
  });
  const sizes = { S: [], SL: [length], SLk: [length, first === undefined ? 0 : width / length] };
  return { name, dtype: STORED[dtype], shape: [figures.length, ...sizes[shape]], values };
}
