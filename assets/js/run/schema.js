/** Checks a value against a JSON schema. It knows only what description.js uses. */

/**
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {unknown[]} [enum]
 * @property {Schema[]} [anyOf]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {Schema} [items]
 * @property {string[]} [required]
 * @property {Record<string, Schema>} [properties]
 * @property {Record<string, Schema>} [patternProperties]
 * @property {Schema | boolean} [additionalProperties] whether other fields are allowed, or what they must be
 */

/** @type {Record<string, (value: any) => boolean>} */
const IS = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/**
 * @param {any} value of JSON
 * @param {Schema} schema
 * @param {string} [where] what messages call it
 * @returns {string} what is wrong with it, as the end of a sentence; "" if nothing is
 */
export function faultOf(value, schema, where = "") {
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  if (schema.anyOf) return schema.anyOf.some((one) => faultOf(value, one) === "") ? "" : not(value, where);
  if (schema.enum && !schema.enum.includes(value)) return not(value, where);
  if (type && !IS[type](value)) return not(value, where);
  if (typeof value === "number" && (value < minimum || value > maximum)) return not(value, where);
  if (type === "array") return arrayFault(value, schema, where);
  return type === "object" ? objectFault(value, schema, where) : "";
}

/** @param {any[]} values @param {Schema} schema @param {string} where */
function arrayFault(values, { items = {} }, where) {
  const at = values.findIndex((value) => faultOf(value, items) !== "");
  return at === -1 ? "" : faultOf(values[at], items, `${where}.${at}`);
}

/** @param {Record<string, any>} value @param {Schema} schema @param {string} where */
function objectFault(value, schema, where) {
  const { required = [], properties = {}, patternProperties } = schema;
  const { additionalProperties = patternProperties === undefined } = schema;
  const inside = (/** @type {string} */ name) => (where === "" ? name : `${where}.${name}`);
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

/** @param {any} value @param {string} where */
const not = (value, where) => `${where} is ${shown(value)}, which it cannot be`;

/** @param {any} value of JSON @returns {string} it as part of a sentence, whatever it holds */
export const shown = (value) => short(JSON.stringify(value) ?? "missing");

/** @param {string} text may hold anything */
const short = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text).replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
