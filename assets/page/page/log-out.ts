/** Where one must log in: the button that ends this browser's login. */

import { element } from "../dom/elements.ts";
import { post } from "../engine/events.ts";

export function logOutButton(say: (error: unknown) => void): HTMLButtonElement {
  const made = element("button.tdp-link-like.tdp-log-out", { title: "End your login in this browser" }, "Log out");
  made.onclick = () => post("logout", {}).then(() => location.reload(), say);
  return made;
}
