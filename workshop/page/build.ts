/**
 * Writes `assets/dist`, what browsers load: the page as one script and one more for each part that comes late, and what
 * stands alone as a script each. `manifest.json` beside them says which is which.
 *
 * `--check` writes nothing and says whether the folder is current; `--watch` writes it again after each change.
 */

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { rolldown } from "rolldown";
import type { InputOptions, OutputOptions, Plugin } from "rolldown";

const ASSETS = join(import.meta.dirname, "..", "..", "assets");
const SOURCES = join(ASSETS, "page");
const FOLDER = join(ASSETS, "dist");

/** Those of plugins, a folder each: they find the page's own modules in `main.js`, which does not name them. */
const plugins = existsSync(join(SOURCES, "plugins")) ? readdirSync(join(SOURCES, "plugins")) : [];
const PLUGINS = Object.fromEntries(
  plugins
    .filter((name) => existsSync(join(SOURCES, "plugins", name, "index.ts")))
    .map((name) => [`plugins-${name}`, `./plugins/${name}/index.ts`]),
);
/** @returns those of their scripts that lie in a folder of this name, a script each */
function scriptsIn(kind: string): Record<string, string> {
  const scripts = plugins.flatMap((name) => {
    const folder = join(SOURCES, "plugins", name, kind);
    const stems = existsSync(folder) ? readdirSync(folder).map((script) => basename(script, ".ts")) : [];
    return stems.map((stem) => [`plugins-${name}-${stem}`, `plugins/${name}/${kind}/${stem}`]);
  });
  return Object.fromEntries(scripts);
}
/** Fetch packages of others from beside them. */
const APART = scriptsIn("alone");
/** Scripts that lie alone, by name: pages of one file, and what is loaded from elsewhere than the page. */
const ALONE = {
  file: "share/file",
  glossary: "share/glossary",
  player: "share/player",
  login: "login",
  ...APART,
  ...scriptsIn("whole"),
};
/** Scripts that run where there are no modules. */
const CLASSIC = scriptsIn("classic");
/** @returns the licence of what a script holds, which stays: its first comment, if that begins with an exclamation mark */
const licenceOf = (source: string) =>
  /^\/\*!.*?\*\//s.exec(readFileSync(join(SOURCES, `${source}.ts`), "utf8"))?.[0] ?? "";

const VENDOR = /[\\/]vendor[\\/]/;
/** Components find it in a script of its own, unless what comes first has it. */
const PREACT = { name: "preact", test: /[\\/]node_modules[\\/]@?preact[\\/]/ };
const paths = (module: string) => `../vendor/${basename(module)}`;

/** What the page begins with, and what follows its first picture: what comes later finds all of it in a script of each. */
const GROUPS = { main: "main.ts", drawer: "panels/decision.tsx" };

/** @returns a part of the bundler that notes the group of each module that is in one, into a map */
const grouping = (groups: Map<string, string>): Plugin => ({
  name: "grouping",
  buildEnd() {
    const visit = (id: string, group: string) => {
      if (groups.has(id)) return;
      groups.set(id, group);
      this.getModuleInfo(id)?.importedIds.forEach((imported) => visit(imported, group));
    };
    for (const [group, source] of Object.entries(GROUPS)) visit(join(SOURCES, source), group);
  },
});

/** Puts the scripts of plugins into a page of one file, where a plugin has `held-parts.ts`: those that have one for it. */
const held: Plugin = {
  name: "held",
  load(id) {
    if (basename(id) !== "held-parts.ts") return null;
    const those = plugins.filter((name) => existsSync(join(SOURCES, "plugins", name, "held.ts")));
    return those.map((name) => `export * as ${name} from "../${name}/held.ts";\n`).join("");
  },
};

/** @returns the text of each file by its name */
async function built(): Promise<Map<string, string>> {
  const files = new Map<string, string>();

  /** @returns the names of its scripts */
  async function add(input: InputOptions, output: OutputOptions): Promise<string[]> {
    const onLog: InputOptions["onLog"] = (_, { message }) => {
      throw new Error(message); // a module that is not there is only a warning
    };
    const bundle = await rolldown({ ...input, cwd: SOURCES, onLog });
    const { output: chunks } = await bundle.generate({ ...output, dir: FOLDER, comments: false, minify: true });
    for (const chunk of chunks) files.set(chunk.fileName, chunk.type === "chunk" ? chunk.code : String(chunk.source));
    await bundle.close();
    return chunks.map((chunk) => chunk.fileName);
  }

  const groups = new Map<string, string>();
  const inGroup = (name: string) => ({ name, test: (id: string) => groups.get(id) === name });
  const input = { main: "./main.ts", ...PLUGINS };
  const page = await add(
    { input, external: VENDOR, plugins: [grouping(groups)], preserveEntrySignatures: "allow-extension" },
    {
      codeSplitting: { groups: [...Object.keys(GROUPS).map(inGroup), PREACT] },
      minifyInternalExports: false,
      chunkFileNames: ({ facadeModuleId: module }) =>
        module ? relative(SOURCES, module).replace(/\..*$/, ".js").replaceAll(/[\\/]/g, "-") : "[name].js",
      paths,
    },
  );
  for (const [name, source] of Object.entries(ALONE))
    await add(
      {
        input: { [name]: `./${source}` },
        moduleTypes: { ".css": "text" },
        plugins: [held],
        external: name in APART ? VENDOR : [],
      },
      { codeSplitting: false, paths },
    );
  for (const [name, source] of Object.entries(CLASSIC))
    await add(
      { input: { [name]: `./${source}.ts` }, transform: { define: { "import.meta.url": "self.location.href" } } },
      { codeSplitting: false, format: "iife", postBanner: licenceOf(source) },
    );
  for (const name of plugins) {
    const styles = join(SOURCES, "plugins", name, `${name}.css`);
    if (existsSync(styles)) files.set(`plugins-${name}.css`, readFileSync(styles, "utf8"));
  }
  const late = page.filter((name) => name !== "main.js").sort();
  const alone = [...files.keys()].filter((name) => !page.includes(name)).sort();
  files.set("manifest.json", `${JSON.stringify({ first: "main.js", late, alone }, null, 1)}\n`);
  return files;
}

async function write() {
  const files = await built();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
}

if (process.argv.includes("--check")) {
  const files = await built();
  const written = readdirSync(FOLDER);
  const current =
    written.length === files.size &&
    written.every((name) => files.get(name) === readFileSync(join(FOLDER, name), "utf8"));
  if (!current) {
    console.error("assets/dist is not made of the page's sources as they are now: run `make dist`.");
    process.exit(1);
  }
} else await write();

if (process.argv.includes("--watch")) {
  let waiting: NodeJS.Timeout | undefined;
  watch(SOURCES, { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(
      () =>
        write().then(
          () => console.log("written"),
          (error) => console.error(error.message),
        ),
      100,
    );
  });
}
