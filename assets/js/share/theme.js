/** Light or dark, as the browser asks. */

export function followTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = () => document.body.classList.toggle("dark", system.matches);
  system.addEventListener("change", set);
  set();
}
