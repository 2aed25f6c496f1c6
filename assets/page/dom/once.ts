/** Scripts that are fetched when they are first wanted. */

/** @returns fetches once; after a fetch that failed, the next call tries again */
export function once<T>(fetch: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | null = null;
  return () => {
    if (fetched) return fetched;
    const made = fetch();
    fetched = made;
    made.catch(() => (fetched = null));
    return made;
  };
}
