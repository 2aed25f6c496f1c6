/** Scripts that are fetched when they are first wanted. */

/**
 * @template T
 * @param {() => Promise<T>} fetch
 * @returns {() => Promise<T>} fetches once; after a fetch that failed, the next call tries again
 */
export function once(fetch) {
  /** @type {Promise<T> | null} */
  let fetched = null;
  return () => {
    if (fetched) return fetched;
    const made = fetch();
    fetched = made;
    made.catch(() => (fetched = null));
    return made;
  };
}
