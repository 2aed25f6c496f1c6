/** A tab that is a component of what the page shows. */

import { render } from "preact";
import { mounted } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import type { ComponentType } from "preact";
import type { TrayContext } from "../../page/places.ts";

/** `picture` is another value each time: the form changes in place. */
export type Shown = TrayContext & { picture: number };

/** @param plugin whose sheet it has @param name of its class */
export const tabOf =
  (Component: ComponentType<Shown>, plugin: string, name: string = plugin) =>
  (place: HTMLElement, context: TrayContext) => {
    let picture = 0;
    place.classList.add("tdp-panel", `tdp-${name}-panel`);
    addPluginStyle(plugin);
    return mounted(
      place,
      context,
      () => render(<Component {...context} picture={++picture} />, place),
      () => render(null, place),
    );
  };
