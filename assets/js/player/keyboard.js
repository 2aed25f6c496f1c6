/** The keys of a player, which rest while the reader types. */

/**
 * @param {EventTarget} where they are listened to
 * @param {() => Record<string, () => void>} keys what each key does now
 * @param {HTMLElement} slider whose own keys do the same
 * @param {AbortSignal} signal ends it
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
