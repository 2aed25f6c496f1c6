/** A table as a Parquet file, with what it holds and what the runs are in its metadata. */

import { COLUMNS } from "../../run/columns.ts";
import { ByteWriter, parquetWrite } from "../../../vendor/hyparquet-writer.min.js";
import { wayOf } from "../../rules/ways.ts";
import type { Element } from "../../../vendor/hyparquet-writer.min.js";
import type { Kind } from "../../run/marks.ts";
import type { Column, NamedRun } from "./table.ts";

/** Under which the metadata stand; Python has the same key. */
const KEY = "text_diffusion_playground";

const TYPES: Record<Kind, Partial<Element>> = {
  int: { type: "INT32" },
  float: { type: "FLOAT" },
  bool: { type: "BOOLEAN" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
};

export function parquetOf(columns: Column[], runs: NamedRun[]): ArrayBuffer {
  const writer = new ByteWriter();
  parquetWrite({
    writer,
    columnData: columns.map(({ name, values }) => ({ name, data: values })),
    schema: [{ name: "root", num_children: columns.length }, ...columns.flatMap(elementsOf)],
    kvMetadata: [{ key: KEY, value: JSON.stringify(about(columns, runs)) }],
    createdBy: "Text Diffusion Playground with hyparquet-writer",
  });
  return writer.getBuffer();
}

function elementsOf({ name, kind, list }: Column): Element[] {
  if (!list) return [{ name, ...TYPES[kind], repetition_type: "OPTIONAL" }];
  return [
    { name, converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", ...TYPES[kind], repetition_type: "REQUIRED" },
  ];
}

function about(columns: Column[], runs: NamedRun[]) {
  return {
    runs: runs.map(({ name, recording: { label, header, finishReason, text, verdict } }) => ({
      name,
      label,
      ...(header.source
        ? { source: header.source }
        : {
            model: header.spec.model,
            revision: header.spec.revision,
            device: header.device,
            dtype: header.dtype,
            way: wayOf(header).name,
            prompt: header.spec.prompt.text,
            seed: header.spec.seed,
            settings: header.spec.settings,
          }),
      finish_reason: finishReason,
      text,
      verdict: verdict?.sentence ?? null,
    })),
    columns: Object.fromEntries(columns.map(({ name }) => [name, { ...unitOf(name), ...describe(name) }])),
    left_out: ["the probabilities of all other tokens, and attention", "a prompt's picture"],
  };
}

function unitOf(name: string) {
  const unit = name === "argmax_prob" ? "probability" : COLUMNS.find((column) => column.name === name)?.unit;
  return unit === undefined ? {} : { unit };
}

function describe(name: string) {
  const help = COLUMNS.find((column) => column.name === name || column.name === name.replace(/_id$/, "_ids"))?.help;
  return help === undefined ? {} : { description: help };
}
