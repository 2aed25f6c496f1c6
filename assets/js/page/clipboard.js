/**
 * Copies a text, also where the page has no clipboard: one that is not served securely, or is not allowed to in its frame.
 *
 * @param {string} text
 * @returns {Promise<boolean>} was it copied?
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const place = document.createElement("textarea");
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    place.value = text;
    place.style.cssText = "position: fixed; inset: 0 auto auto 0; opacity: 0";
    document.body.append(place);
    place.select();
    const copied = document.execCommand("copy");
    place.remove();
    focused?.focus();
    return copied;
  }
}
