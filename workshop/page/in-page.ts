/** `node in-page.ts FOLDER SOURCE` writes a script of `assets/page` there, as one that sets `sources`. */

import { join } from "node:path";
import { rolldown } from "rolldown";

const [folder, source] = process.argv.slice(2);
const bundle = await rolldown({
  input: join(import.meta.dirname, "../../assets/page", source),
  transform: { define: { "import.meta.url": "new URL('dist/', playground.assets).href" } },
});
await bundle.write({ file: join(folder, "script.js"), format: "iife", name: "sources", codeSplitting: false });
await bundle.close();
