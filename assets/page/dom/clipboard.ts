/**
 * Copies a text, also where the page has no clipboard: one that is not served securely, or is not allowed to in its
 * frame.
 *
 * @returns was it copied?
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const place = document.createElement("textarea");
    const focused = document.activeElement as HTMLElement | null;
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

/**
 * Copies a table: cells for a document, and lines with tabs for all else.
 *
 * @returns was it copied?
 */
export async function copyTable({ html, text }: { html: string; text: string }): Promise<boolean> {
  try {
    const kinds = Object.entries({ "text/html": html, "text/plain": text });
    const blobs = kinds.map(([type, content]) => [type, new Blob([content], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    return true;
  } catch {
    return copyText(text);
  }
}
