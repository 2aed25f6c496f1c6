/** What the page does at the press of a key, and how it looks in each mode. */

import type { Page } from "./page.ts";

export class Controls {
  /** @param page with all its parts but the watch on the model */
  constructor(public page: Pick<Page, "ask" | "player" | "help" | "root" | "say" | "shell">) {
    const { player, root, shell } = page;
    const show = () => {
      const { mode, state } = player.views;
      root.dataset.mode = shell.mode.value = mode;
      root.toggleAttribute("data-guided", state.guided.value);
    };
    player.addEventListener("looks", show);
    show();
    player.keys = { "?": () => this.help(), f: () => this.#present(), Escape: () => this.#escape() };
    root.classList.toggle("tdp-embed", new URLSearchParams(location.search).has("embed"));
  }

  /** Opens the words and the keys. */
  help() {
    this.page.help().then((help) => help.showModal(), this.page.say);
  }

  /** @param open the sheet with the prompt */
  openPrompt(open: boolean) {
    const { ask, root, shell } = this.page;
    root.classList.toggle("tdp-asking", open);
    shell.asking.value = open;
    if (open) ask.prompt.focus();
  }

  /** The canvas, its timeline and its sentence, and nothing else. */
  #present() {
    const presents = this.page.root.classList.toggle("tdp-presenting");
    if (presents) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }

  #escape() {
    const { player, root, shell } = this.page;
    if (root.classList.contains("tdp-presenting")) this.#present();
    else if (shell.asking.value) this.openPrompt(false);
    else player.views.escape();
  }
}
