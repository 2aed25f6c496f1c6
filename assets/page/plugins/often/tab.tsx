/** A tab that is a component of what the page shows. */

import { addPluginStyle } from "../../dom/style.ts";
import { filled } from "../../ui/filled.ts";
import type { ComponentType } from "preact";
import type { TrayContext } from "../../page/places.ts";

/** `picture` is another value each time: the form changes in place. */
export type Shown = TrayContext & { picture: number };

/** @param plugin whose sheet it has @param name of its class */
export const tabOf =
  (Component: ComponentType<Shown>, plugin: string, name: string = plugin) =>
  (place: HTMLElement, context: TrayContext) => {
    place.classList.add("tdp-panel", `tdp-${name}-panel`);
    addPluginStyle(plugin);
    return filled(place, context, (picture) => <Component {...context} picture={picture} />);
  };
