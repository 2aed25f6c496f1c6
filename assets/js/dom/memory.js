/** Small preferences that the browser keeps. Where it keeps nothing, they last as long as the page. */

const PREFIX = "playground: ";
/** What the browser did not keep. @type {Map<string, unknown>} */
const held = new Map();

/** @typedef {"localStorage" | "sessionStorage"} Store for later visits too, or only for this tab */

/** @param {string} name @param {unknown} value that JSON can hold @param {Store} [store] */
export function remember(name, value, store = "localStorage") {
  try {
    window[store].setItem(PREFIX + name, JSON.stringify(value));
    held.delete(name);
  } catch {
    held.set(name, value); // storage may be full, or forbidden to this page
  }
}

/** Forgets all of them, for this tab and for later. */
export function forget() {
  held.clear();
  for (const store of /** @type {const} */ (["localStorage", "sessionStorage"])) {
    try {
      const storage = window[store];
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    } catch {
      // Where the browser keeps nothing, there is nothing to forget.
    }
  }
}

/**
 * @template {string | number | unknown[] | null} T
 * @param {string} name
 * @param {T} usual
 * @param {Store} [store]
 * @returns {T extends string ? string : T extends null ? any : T} what was remembered, if it is of the same kind; beside null, any object
 */
export function recall(name, usual, store = "localStorage") {
  try {
    const value = held.has(name) ? held.get(name) : JSON.parse(window[store].getItem(PREFIX + name) ?? "null");
    const same = Array.isArray(usual) ? Array.isArray(value) : typeof value === typeof usual && value !== null;
    return same ? value : /** @type {any} */ (usual);
  } catch {
    return /** @type {any} */ (usual);
  }
}
