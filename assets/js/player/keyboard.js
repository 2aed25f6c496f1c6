/** The keys of the page, which rest while the reader types. */

/**
 * @param {() => Record<string, () => void>} keys what each key does now
 * @param {HTMLElement} slider whose own keys do the same
 */
export function listenToKeys(keys, slider) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.closest("input, textarea, select, [contenteditable='true'], [role='listbox']");
    const pressing = event.key === " " && target.closest("button, a, summary");
    if ((typing && target !== slider) || pressing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const act = keys()[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
