/** The page that asks for a login. The server sets the cookie; then the page itself is opened. */

import { useSignal } from "@preact/signals";
import { made } from "./ui/made.ts";

function Login() {
  const sentence = useSignal("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    sentence.value = "";
    const { username, password } = event.currentTarget as HTMLFormElement;
    const body = new URLSearchParams({ username: username.value, password: password.value });
    const answer = await fetch("login", { method: "POST", body }).catch(() => null);
    if (answer?.ok) location.reload();
    else sentence.value = await faultOf(answer);
  };
  return (
    <form onSubmit={submit}>
      <h1>Text Diffusion Playground</h1>
      <label>
        Name
        <input name="username" autocomplete="username" required />
      </label>
      <label>
        Password
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <button type="submit">Log in</button>
      <p role="alert">{sentence}</p>
    </form>
  );
}

async function faultOf(answer: Response | null): Promise<string> {
  if (answer === null) return "The server does not answer.";
  if (answer.status === 400) return "The name or the password is wrong.";
  return (await answer.json().catch(() => ({}))).detail ?? "That did not work.";
}

document.body.append(made(<Login />));
document.querySelector("input")?.focus();
