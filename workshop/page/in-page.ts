/** `node in-page.ts FOLDER SOURCE` writes a script of `assets/page` there as a module and as a script that sets `sources`. */

import { join } from "node:path";
import { rolldown } from "rolldown";

for (const [file, format] of [
  ["sources.js", "esm"],
  ["script.js", "iife"],
] as const) {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "../../assets/page", process.argv[3]),
    transform: { define: format === "iife" ? { "import.meta.url": "new URL('dist/', playground.assets).href" } : {} },
  });
  await bundle.write({ file: join(process.argv[2], file), format, name: "sources", codeSplitting: false });
  await bundle.close();
}
