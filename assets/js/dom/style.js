/** Style sheets of what is fetched late; those of the first picture stand in the page's head. */

/**
 * @param {string} name of a file in assets/css; a second call with the same name does nothing, nor does one for what a page of one file holds
 * @returns {Promise<void>} given once this call's sheet applies, or cannot be had
 */
export async function addStyle(name) {
  if (document.querySelector(`style[data-holds~="${name}"]`)) return;
  const { href } = new URL(`../../css/${name}.css`, import.meta.url);
  if (
    [...document.querySelectorAll("link[rel=stylesheet]")].some(
      (link) => /** @type {HTMLLinkElement} */ (link).href === href,
    )
  )
    return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  document.head.append(link);
  await new Promise((given) => (link.onload = link.onerror = given));
}
