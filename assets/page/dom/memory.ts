/** Small preferences that the browser keeps. Where it keeps nothing, they last as long as the page. */

const PREFIX = "playground: ";
/** What the browser did not keep. */
const held: Map<string, unknown> = new Map();

/** For later visits too, or only for this tab. */
type Store = "localStorage" | "sessionStorage";

/** @param value that JSON can hold */
export function remember(name: string, value: unknown, store: Store = "localStorage") {
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
  for (const store of ["localStorage", "sessionStorage"] as const) {
    try {
      const storage = window[store];
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    } catch {
      // Where the browser keeps nothing, there is nothing to forget.
    }
  }
}

/** @returns what was remembered, if it is of the same kind; beside null, any object */
export function recall<T extends string | number | unknown[] | null>(
  name: string,
  usual: T,
  store: Store = "localStorage",
): T extends string ? string : T extends null ? any : T {
  try {
    const value = held.has(name) ? held.get(name) : JSON.parse(window[store].getItem(PREFIX + name) ?? "null");
    const same = Array.isArray(usual) ? Array.isArray(value) : typeof value === typeof usual && value !== null;
    return same ? value : (usual as any);
  } catch {
    return usual as any;
  }
}
