/** The page that asks for a login. The server sets the cookie; then the page itself is opened. */

import { element } from "./dom/elements.ts";

const name = element("input", { name: "username", autocomplete: "username", required: "" });
const password = element("input", {
  name: "password",
  type: "password",
  autocomplete: "current-password",
  required: "",
});
const says = element("p", { role: "alert" });
const form = element(
  "form",
  element("h1", "Text Diffusion Playground"),
  element("label", "Name", name),
  element("label", "Password", password),
  element("button", { type: "submit" }, "Log in"),
  says,
);
form.onsubmit = async (event) => {
  event.preventDefault();
  says.textContent = "";
  const answer = await fetch("login", {
    method: "POST",
    body: new URLSearchParams({ username: name.value, password: password.value }),
  }).catch(() => null);
  if (answer?.ok) location.reload();
  else
    says.textContent =
      answer === null
        ? "The server does not answer."
        : answer.status === 400
          ? "The name or the password is wrong."
          : ((await answer.json().catch(() => ({}))).detail ?? "That did not work.");
};
document.body.append(form);
name.focus();
