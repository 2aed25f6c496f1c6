/** Small preferences that the browser keeps. Where it keeps nothing, they last as long as the page. */

const PREFIX = "playground: ";

/** @param {string} name @param {unknown} value that JSON can hold */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be full, or forbidden to this page.
  }
}

/** Forgets all of them, for this tab and for later. */
export function forget() {
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      const storage = /** @type {Storage} */ (window[/** @type {"localStorage" | "sessionStorage"} */ (name)]);
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    } catch {
      // Where the browser keeps nothing, there is nothing to forget.
    }
  }
}

/**
 * @template {string | number | unknown[]} T
 * @param {string} name
 * @param {T} usual
 * @returns {T extends string ? string : T} what was remembered, if it is of the same kind
 */
export function recall(name, usual) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    const same = Array.isArray(usual) ? Array.isArray(value) : typeof value === typeof usual && value !== null;
    return same ? value : /** @type {any} */ (usual);
  } catch {
    return /** @type {any} */ (usual);
  }
}
