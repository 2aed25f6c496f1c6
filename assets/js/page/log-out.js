/** Where one must log in: the button that ends this browser's login. */

import { element } from "../dom/elements.js";
import { post } from "../engine/events.js";

/** @param {(error: unknown) => void} say @returns {HTMLButtonElement} */
export function logOutButton(say) {
  const made = element("button.tdp-link-like.tdp-log-out", { title: "End your login in this browser" }, "Log out");
  made.onclick = () => post("logout", {}).then(() => location.reload(), say);
  return made;
}
