/** Python code that makes a run again, for people to copy; Python writes the same of a file. */

/** Characters that move, colour or reorder what is shown. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const TOKEN = /"(?:[^"\\]|\\.)*"|true|false|null|[,:]/g;
/** What JSON says in another way than Python. */
const PYTHON: Record<string, string> = { true: "True", false: "False", null: "None", ",": ", ", ":": ": " };
/** The model that comes with the playground, which is loaded without a name. */
const EMBEDDED = "embedded";
/** Stands for the prompt's picture file, which no trace holds. */
const PICTURE = ', open("PICTURE", "rb").read()';

/**
 * @param spec as short as it can be; only a hub's models have a revision that can be asked for
 * @param pictured does its prompt have a picture?
 */
export function pythonCode(
  { model = "", revision = "", sampler_source, ...spec }: Record<string, any>,
  pictured: boolean,
): string {
  const name = model === "" || model === EMBEDDED ? [] : [literal(model)];
  if (model.includes("/") && revision !== "") name.push(`revision=${literal(revision)}`);
  const entries = Object.entries(spec).map(([field, value]) => `    ${literal(field)}: ${literal(value)},\n`);
  return (
    "import playground as pg\n\n" +
    `model = pg.load_model(${name.join(", ")})\n` +
    `spec = pg.RunSpec.from_dict({\n${entries.join("")}}${pictured ? PICTURE : ""})\n` +
    "trace = pg.record(model, spec)\n"
  );
}

/** @param value of JSON */
function literal(value: any): string {
  return JSON.stringify(value).replace(TOKEN, (token) =>
    token.startsWith('"') ? token.replace(HIDDEN, escaped) : PYTHON[token],
  );
}

const escaped = (char: string) => `\\U${(char.codePointAt(0) as number).toString(16).padStart(8, "0")}`;
