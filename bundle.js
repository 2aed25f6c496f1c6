/**
 * Writes `assets/js/bundle`: the page's modules as one script and what comes late as one more for each import, and the
 * pages of one file as a script each. `node bundle.js --check` writes nothing and says whether the folder is current.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { rolldown } from "rolldown";

const SCRIPTS = join(import.meta.dirname, "assets", "js");
const FOLDER = join(SCRIPTS, "bundle");

const RUNTIME = "/*! Holds ONNX Runtime Web. Copyright (c) Microsoft Corporation. Licensed under the MIT License. */";

/** Each file by its name. @type {Map<string, string>} */
const files = new Map();
/** The hash of each module that went into one, by its path in `assets/js`. @type {Map<string, string>} */
const sources = new Map();

const nameOf = (/** @type {string} */ file) => relative(SCRIPTS, file).replaceAll("\\", "/");

/** @param {import("rolldown").InputOptions} input @param {import("rolldown").OutputOptions} output */
async function build(input, output) {
  const bundle = await rolldown({ ...input, cwd: SCRIPTS });
  const { output: chunks } = await bundle.generate({ ...output, dir: FOLDER, comments: false });
  for (const chunk of chunks) files.set(chunk.fileName, chunk.type === "chunk" ? chunk.code : String(chunk.source));
  for (const file of await bundle.watchFiles) {
    if (file.endsWith(".js"))
      sources.set(nameOf(file), createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16));
  }
  await bundle.close();
}

// It travels compressed, so names stay as they are written: in the browser's tools it can be read.
await build(
  { input: { main: "./main.js" }, external: /[\\/]vendor[\\/]/, preserveEntrySignatures: "allow-extension" },
  {
    // What comes late finds all that came first in `main.js`, which is there already.
    codeSplitting: { groups: [{ name: "main", tags: ["$initial"] }] },
    chunkFileNames: ({ facadeModuleId: module }) => (module ? nameOf(module).replaceAll("/", "-") : "[name].js"),
    minifyInternalExports: false,
    paths: (module) => `../vendor/${basename(module)}`,
  },
);
await build({ input: { worker: "./denoising/worker.js" } }, { codeSplitting: false, minifyInternalExports: false });
// These lie on the disk as they are, so they are made small.
for (const name of ["file", "lessons", "glossary", "component", "model-page"]) {
  await build(
    { input: { [name]: `./share/${name}.js` }, moduleTypes: { ".css": "text" } },
    { codeSplitting: false, minify: true },
  );
}
// Where nothing can be fetched, a worker is one classic script, and what runs the model is in it.
await build(
  {
    input: { "packed-worker": "./denoising/packed-worker.js" },
    transform: { define: { "import.meta.url": "self.location.href" } },
  },
  { codeSplitting: false, minify: true, format: "iife", postBanner: RUNTIME },
);
files.set("sources.json", `${JSON.stringify(Object.fromEntries([...sources].sort()), null, 1)}\n`);

if (process.argv.includes("--check")) {
  const found = readdirSync(FOLDER);
  const current =
    found.length === files.size && found.every((name) => files.get(name) === readFileSync(join(FOLDER, name), "utf8"));
  if (!current) {
    console.error("assets/js/bundle is not made of the scripts as they are now: run `make bundle`.");
    process.exit(1);
  }
} else {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
}
