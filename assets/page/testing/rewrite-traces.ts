/** Reads traces and writes each anew, from its frames alone: `node rewrite-traces.js FOLDER FILE ...`; tests/portable/test_record.py asks it. */

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { MAX_HEADER } from "../run/description.ts";
import { unpack } from "../run/safetensors.ts";
import { framesOf, recordingIn, traceOf, vocabularyOf } from "./runs.ts";
import { modelVocabulary } from "./vocabulary.ts";

const [folder, ...files] = process.argv.slice(2);
for (const file of files) {
  const { header } = JSON.parse(unpack(new Uint8Array(gunzipSync(readFileSync(file))), MAX_HEADER).described);
  const recording = await recordingIn(pathToFileURL(file));
  const vocabulary = header.spec.model === "embedded" ? modelVocabulary() : vocabularyOf(recording);
  writeFileSync(join(folder, basename(file)), await traceOf(header, framesOf(recording), vocabulary).toBytes());
}
