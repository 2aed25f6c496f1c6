/** Style sheets of what is fetched late; those of the first picture stand in the page's head. */

/** @param {string} name of a file in assets/css; a second call with the same name does nothing */
export function addStyle(name) {
  const { href } = new URL(`../../css/${name}.css`, import.meta.url);
  if ([...document.querySelectorAll("link[rel=stylesheet]")].some((link) => /** @type {HTMLLinkElement} */ (link).href === href)) return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  document.head.append(link);
}
