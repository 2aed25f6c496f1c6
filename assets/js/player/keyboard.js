/** A player's keys, which do nothing while the reader types. */

/**
 * @param {EventTarget} where to listen
 * @param {() => Record<string, () => void>} keys what each key does now
 * @param {HTMLElement} slider has the same keys, so they work on it too
 * @param {AbortSignal} signal stops listening
 */
export function listenToKeys(where, keys, slider, signal) {
  const listen = (/** @type {Event} */ pressed) => {
    const event = /** @type {KeyboardEvent} */ (pressed);
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.closest("input, textarea, select, [contenteditable='true'], [role='listbox']");
    const pressing = event.key === " " && target.closest("button, a, summary");
    if ((typing && target !== slider) || pressing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const act = keys()[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  where.addEventListener("keydown", listen, { signal });
}
