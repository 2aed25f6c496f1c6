/** The frame of a player: the canvas with its timeline, the drawer beside it, and the tray below. Others fill its places. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { ICONS } from "../dom/elements.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { CaptionWords } from "./caption.tsx";
import { UNEXPLAINED } from "./captions.ts";
import { UNCOUNTED } from "./counts.ts";
import { CellCursor, Cells } from "./cursor.tsx";
import { MoreBelow } from "./more-below.tsx";
import { Bar, Under } from "./playback.tsx";
import { CellTip, Tip } from "./tip.tsx";
import { Toolbar } from "./toolbar.tsx";
import type { Player } from "./player.ts";

/** The elements that others fill, measure, press or give the focus to. */
type Places = Record<
  | ("main" | "lanes" | "under" | "stage" | "canvas" | "veil" | "dock" | "timeline" | "caption" | "label")
  | ("play" | "branch" | "speed" | "drawer" | "watching" | "tuning" | "comparing" | "tray" | "tabs" | "details"),
  HTMLElement
> & { canvas: HTMLCanvasElement; veil: HTMLCanvasElement; speed: HTMLSelectElement };
export type View = ReturnType<typeof buildView>;

/** @param root will be filled */
export function buildView(root: HTMLElement, player: Player) {
  const small = matchMedia("(max-width: 700px), (max-height: 480px)"); // as in the style sheets: there the bar is full
  const places = { root } as Places & { root: HTMLElement };
  const view = Object.assign(places, {
    small: signal(small.matches),
    /** Can runs side by side be compared? */
    compares: signal(false),
    counting: signal(UNCOUNTED),
    tip: new CellTip(places),
    cursor: new CellCursor(() => player.painter.grid, {
      choose: (position) => player.views.choose(position),
      point: (position) => player.views.point(position),
    }),
    /** @returns a reference for the element of this name */
    at: (name: keyof Places) => (made: unknown) => void (made && Object.assign(places, { [name]: made })),
  });
  const settle = () => (view.small.value = small.matches);
  small.addEventListener("change", settle, { signal: player.mounted.signal });
  root.classList.add("token-canvas");
  root.replaceChildren();
  render(<Frame player={player} view={view} />, root);
  return view;
}

function Frame({ player, view }: { player: Player; view: View }) {
  const { at, cursor } = view;
  const { captions } = player;
  return (
    <>
      <div class="tdp-desk">
        <div class="tdp-main" ref={at("main")}>
          <div class="tdp-toolbar" role="group" aria-label="What the cells show">
            <Toolbar state={player.state} meet={() => player.views.meet()} />
          </div>
          <div class="tdp-lanes" ref={at("lanes")}>
            <div class="tdp-stage" ref={at("stage")}>
              <Cells cursor={cursor} canvas={at("canvas")}>
                <canvas class="tdp-dissolve" aria-hidden="true" ref={at("veil")} />
              </Cells>
              <MoreBelow view={view} />
            </div>
          </div>
          <Under player={player} view={view} />
          {/* What stays in sight at the lower edge of a phone. */}
          <div class="tdp-dock" ref={at("dock")}>
            <Bar player={player} view={view} />
            <div class="tdp-caption" role="group" aria-label="This step in words" ref={at("caption")}>
              <CaptionWords captions={captions} />
            </div>
          </div>
          {[captions.spoken, captions.spokenCell, captions.spokenText].map((sentence, at) => (
            <p class="tdp-spoken" aria-live="polite" data-of={at === 2 ? "text" : undefined}>
              {sentence}
            </p>
          ))}
          <Tip tip={view.tip} />
        </div>
        <aside class="tdp-drawer" aria-label="This step explained" ref={at("drawer")}>
          <IconButton
            class="tdp-sheet-close"
            name="Close (Esc)"
            outline={ICONS.close}
            onClick={() => player.views.sheet.close()}
          />
          <div class="tdp-watch" {...UNEXPLAINED} ref={at("watching")} />
          <div class="tdp-tune" ref={at("tuning")} />
          <div class="tdp-compare-drawer" ref={at("comparing")} />
        </aside>
      </div>
      <div class="tdp-tray" ref={at("tray")}>
        <div class="tdp-tray-head">
          <div class="tdp-tabs" role="tablist" aria-label="Details" data-name="Details" ref={at("tabs")} />
          <span class="tdp-figures">
            <span class="tdp-label" data-label={captions.label} data-made={captions.made} ref={at("label")}>
              {captions.origin}
            </span>
            {/* A narrow window cuts its end off. */}
            <span class="tdp-about" title={captions.about}>
              {captions.about}
            </span>
          </span>
        </div>
        <div class="tdp-details" ref={at("details")} />
      </div>
    </>
  );
}
