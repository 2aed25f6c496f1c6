/** Where the panels of a deck stand: a section for each in the drawer or the tray, and the tabs of the tray. */

import { render } from "preact";
import type { Deck, Entry } from "./deck.ts";

const NOT_FETCHED = "This part of the page did not arrive; close it and open it again when the server answers.";

/** At once: panels measure what they are drawn into. */
export function drawPlaces(deck: Deck) {
  const { watching: watch, tuning: tune, comparing: compare, details: tray, tabs } = deck.view;
  for (const [place, node] of Object.entries({ watch, tune, compare, tray })) {
    const entries = [...deck.drawer.values(), ...deck.tray.values()].filter(({ Panel }) => Panel.place === place);
    render(<Sections {...{ entries, deck }} />, node);
    if (node === tray) render(<Tabs {...{ entries, deck }} />, tabs);
  }
}

type Shown = { entries: Entry[]; deck: Deck };

const Sections = ({ entries, deck }: Shown) =>
  entries.map((entry) => {
    const { name, Panel, hidden, failed } = entry;
    const id = deck.prefix + name;
    const tab = Panel.place === "tray" && ({ id, role: "tabpanel", "aria-labelledby": `${id}-tab` } as const);
    return (
      <section class={`tdp-${name}-panel`} {...tab} hidden={hidden} ref={(made) => void (made && (entry.root = made))}>
        {failed && (
          <p class="tdp-hint" role="alert">
            {NOT_FETCHED}
          </p>
        )}
      </section>
    );
  });

const Tabs = ({ entries, deck }: Shown) =>
  entries.map(({ name, Panel, hidden }) => (
    <button
      type="button"
      class="tdp-tab"
      id={`${deck.prefix}${name}-tab`}
      role="tab"
      aria-controls={deck.prefix + name}
      aria-selected={!hidden}
      data-panel={name}
      hidden={!deck.offers(name)}
      tabIndex={name === deck.stop ? 0 : -1}
      onClick={() => (deck.detail === name ? deck.choose(null) : deck.reveal(name))}
    >
      {(deck.shown?.[2].terms === "terms" && Panel.term) || Panel.title || name}
    </button>
  ));
