/** Light or dark, as the browser asks, or as an address does: `?__theme=dark`, which Spaces say. */

/** @param wanted `light` or `dark`; else what the browser asks for */
export function followTheme(wanted: string | null = null) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = () => document.body.classList.toggle("dark", wanted === "dark" || (wanted !== "light" && system.matches));
  system.addEventListener("change", set);
  set();
}
