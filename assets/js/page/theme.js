/** Light or dark, as the address (`?__theme=dark`, which Spaces say) or the browser asks. */

export function chooseTheme() {
  const wanted = new URLSearchParams(location.search).get("__theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = () => document.body.classList.toggle("dark", wanted === "dark" || (wanted !== "light" && system.matches));
  system.addEventListener("change", set);
  set();
}
