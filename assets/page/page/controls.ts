/** What the buttons around the player and the keys do. */

import { button } from "../dom/elements.ts";
import type { Page } from "./page.ts";

export class Controls {
  /** @param page with all its parts but the watch on the model */
  constructor(
    public page: Pick<
      Page,
      "ask" | "exports" | "form" | "player" | "parts" | "root" | "runList" | "say" | "setMode" | "shell" | "welcome"
    >,
  ) {
    page.ask.choice.before(...page.parts.asking());
    page.shell.restore.onclick = () => page.form.restore();
    this.#offerShare();
    this.#modes();
    this.#keys();
  }

  /** The Share menu's first entry needs no other script; the forms that follow them are fetched with the first press. */
  #offerShare() {
    const { shell, say } = this.page;
    const save = button("Save trace", "Save the run that is shown as a .trace file");
    save.onclick = () => this.page.runList.save();
    shell.shareMenu.append(save);
    shell.share.addEventListener("click", () => this.page.exports().catch(say));
  }

  #modes() {
    const { root, shell } = this.page;
    const tabs = shell.modes.querySelectorAll("button") as NodeListOf<HTMLElement>;
    const show = () => {
      const { mode, guided } = this.page.player.views;
      root.dataset.mode = mode;
      root.toggleAttribute("data-guided", guided);
      for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.mode === mode));
    };
    this.page.player.addEventListener("looks", show);
    shell.modes.onclick = (event) =>
      this.page.setMode((event.target as HTMLElement).dataset.mode ?? this.page.player.views.mode);
    show();
  }

  #keys() {
    const { root, shell } = this.page;
    shell.help.onclick = () => this.page.welcome.help().then((help) => help.showModal(), this.page.say);
    shell.prompt.onclick = () => this.openPrompt(!root.classList.contains("tdp-asking"));
    this.page.player.keys = { "?": () => shell.help.click(), f: () => this.#present(), Escape: () => this.#escape() };
    root.classList.toggle("tdp-embed", new URLSearchParams(location.search).has("embed"));
  }

  /** @param open the sheet with the prompt, which a phone shows on demand */
  openPrompt(open: boolean) {
    this.page.shell.root.classList.toggle("tdp-asking", open);
    this.page.shell.prompt.textContent = open ? "Close" : "Prompt";
    this.page.shell.prompt.setAttribute("aria-expanded", String(open));
    if (open) this.page.ask.prompt.focus();
  }

  /** The canvas, its timeline and its sentence, and nothing else. */
  #present() {
    const { root } = this.page.shell;
    const presents = root.classList.toggle("tdp-presenting");
    if (presents) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }

  #escape() {
    const { root } = this.page.shell;
    if (root.classList.contains("tdp-presenting")) this.#present();
    else if (root.classList.contains("tdp-asking")) this.openPrompt(false);
    else this.page.player.views.escape();
  }
}
