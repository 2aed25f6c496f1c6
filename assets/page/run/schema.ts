/** Checks a value against a JSON schema. It knows only what description.ts and spec-schema.ts use. */

export interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  /** Whether other fields are allowed, or what they must be. */
  additionalProperties?: Schema | boolean;
}

const IS: Record<string, (value: any) => boolean> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/**
 * @param value of JSON
 * @param where what messages call it
 * @returns what is wrong with it, as the end of a sentence; "" if nothing is
 */
export function faultOf(value: any, schema: Schema, where: string = ""): string {
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  if (schema.anyOf) {
    const [only, ...others] = schema.anyOf.filter(({ type }) => type !== "null");
    if (schema.anyOf.some((part) => faultOf(value, part) === "")) return "";
    return others.length === 0 ? faultOf(value, only, where) : not(value, where);
  }
  if (schema.enum && !schema.enum.includes(value)) return not(value, where);
  if (type && !IS[type](value)) return not(value, where);
  if (typeof value === "number" && (value < minimum || value > maximum)) return not(value, where);
  if (type === "array") return arrayFault(value, schema, where);
  return type === "object" ? objectFault(value, schema, where) : "";
}

function arrayFault(values: any[], { items = {} }: Schema, where: string) {
  const at = values.findIndex((value) => faultOf(value, items) !== "");
  return at === -1 ? "" : faultOf(values[at], items, `${where}.${at}`);
}

function objectFault(value: Record<string, any>, schema: Schema, where: string) {
  const { required = [], properties = {}, patternProperties } = schema;
  const { additionalProperties = patternProperties === undefined } = schema;
  const inside = (name: string) => (where === "" ? name : `${where}.${name}`);
  for (const name of required) if (!Object.hasOwn(value, name)) return `${inside(name)} is missing`;
  const patterns = Object.entries(patternProperties ?? {}).map(([pattern, inner]) => ({
    pattern: new RegExp(pattern),
    inner,
  }));
  for (const name of Object.keys(value)) {
    const schema = Object.hasOwn(properties, name)
      ? properties[name]
      : (patterns.find(({ pattern }) => pattern.test(name))?.inner ?? additionalProperties);
    if (schema === false) return `${inside(short(name))} is a field that it cannot have`;
    if (schema !== true && faultOf(value[name], schema) !== "")
      return faultOf(value[name], schema, inside(short(name)));
  }
  return "";
}

const not = (value: any, where: string) => `${where} is ${shown(value)}, which it cannot be`;

/** @param value of JSON @returns it as part of a sentence, whatever it holds */
export const shown = (value: any): string => short(JSON.stringify(value) ?? "missing");

/** @param text may hold anything */
const short = (text: string) =>
  (text.length > 60 ? `${text.slice(0, 57)}...` : text).replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
