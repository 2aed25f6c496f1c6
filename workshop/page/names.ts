/**
 * Lists what is named in `assets/page` by a word that says nothing to a reader who meets it alone, and fails if anything is.
 * A name that ends on the line where it begins may be short. Fields of files, messages and addresses keep theirs, and
 * the scripts that explain samplers may say "kept" of a position.
 */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseAst } from "rolldown/parseAst";

const SOURCES = join(import.meta.dirname, "..", "..", "assets", "page");
const WORDS = new Set("told said asked found given kept one other own what".split(" "));
const ABOUT_SAMPLERS = /^(rules|run|words)\b/;

/** A node of the syntax tree, as ESTree has it. */
type Tree = any;

/** @param file in `assets/page` */
function namesIn(file: string): string[] {
  const source = readFileSync(join(SOURCES, file), "utf8");
  const lineOf = (at: number) => source.slice(0, at).split("\n").length;
  const names: string[] = [];
  /** @param scope what ends the name's life */
  const add = (node: Tree, scope: Tree) => {
    const line = lineOf(node.start);
    const allowed = node.name === "kept" && ABOUT_SAMPLERS.test(file);
    if (WORDS.has(node.name) && !allowed && lineOf(scope.end) > line) names.push(`${file}:${line}: ${node.name}`);
  };
  const declare = (pattern: Tree, scope: Tree) => {
    if (pattern?.type === "Identifier") add(pattern, scope);
    else if (pattern?.type === "ObjectPattern")
      for (const part of pattern.properties) declare(part.value ?? part, scope);
    else if (pattern?.type === "ArrayPattern") for (const part of pattern.elements) declare(part, scope);
    else if (pattern) declare(pattern.left ?? pattern.argument ?? pattern.pattern, scope);
  };
  const walk = (node: Tree, scope: Tree) => {
    if (Array.isArray(node)) for (const part of node) walk(part, scope);
    if (typeof node?.type !== "string") return;
    if (node.type === "VariableDeclarator") declare(node.id, scope);
    if (/^(Function|Class)Declaration$/.test(node.type)) add(node.id, scope);
    if (/^(PropertyDefinition|MethodDefinition)$/.test(node.type)) add(node.key, scope);
    if (node.type === "CatchClause") declare(node.param, node);
    if (node.type === "AssignmentExpression" && node.left.object?.type === "ThisExpression")
      add(node.left.property, scope);
    for (const parameter of node.params ?? []) declare(parameter, node);
    const inner = node.params || /^(BlockStatement|For\w*Statement|ClassBody|Program)$/.test(node.type) ? node : scope;
    for (const part of Object.values(node)) walk(part, inner);
  };
  const program = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  walk(program, program);
  return WORDS.has(basename(file).replace(/\.tsx?$/, "")) ? [...names, file] : names;
}

const scripts = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
const names = scripts.flatMap((file) => namesIn(file));
if (names.length > 0) {
  console.error(`These names say nothing to a reader who meets them alone:\n${names.join("\n")}`);
  process.exit(1);
}
