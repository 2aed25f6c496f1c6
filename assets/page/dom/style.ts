/** Style sheets of what is fetched late; those of the first picture stand in the page's head. */

/**
 * @param name of a file in assets/css; a second call with the same name does nothing, nor does one for what a page of
 * one file holds
 * @returns given once this call's sheet applies, or cannot be had
 */
export const addStyle = (name: string): Promise<void> => addSheet(name, `../css/${name}.css`);

/** @param plugin whose sheet stands in its folder of the page's sources, as `NAME.css` */
export const addPluginStyle = (plugin: string) => addSheet(`plugins-${plugin}`, `./plugins-${plugin}.css`);

async function addSheet(name: string, path: string): Promise<void> {
  if (document.querySelector(`style[data-holds~="${name}"]`)) return;
  const { href } = new URL(path, import.meta.url);
  if ([...document.querySelectorAll("link[rel=stylesheet]")].some((link) => (link as HTMLLinkElement).href === href))
    return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  document.head.append(link);
  await new Promise((given) => (link.onload = link.onerror = given));
}
