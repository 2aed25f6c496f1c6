/** Reads traces and writes each anew: `node rewrite-traces.js FOLDER FILE ...`; tests/plugins/live/test_scripts.py asks it. */

import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { traceFileOf } from "../../../run/trace-file.ts";
import { recordingIn } from "./runs.ts";

const [folder, ...files] = process.argv.slice(2);
for (const file of files)
  writeFileSync(join(folder, basename(file)), await traceFileOf(await recordingIn(pathToFileURL(file))));
