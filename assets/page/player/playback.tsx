/** What plays a run, its timeline and its speed; and under the canvas, what is coloured and counted while runs are compared. */

import { Legend } from "../cells/legend.tsx";
import { ICONS } from "../dom/elements.ts";
import { Icon, IconButton } from "../ui/icon-button.tsx";
import { Pill } from "../ui/pill.tsx";
import { counted } from "../words/units.ts";
import { SPEEDS } from "./clock.ts";
import { NextButton } from "./next.tsx";
import type { Player } from "./player.ts";
import type { View } from "./view.tsx";

const STEPS: [name: string, outline: string, by: number][] = [
  ["Step back (left arrow)", ICONS.back, -1],
  ["Step forward (right arrow)", ICONS.forward, 1],
];

type Props = { player: Player; view: View };

export const Bar = ({ player, view }: Props) => (
  <div class="tdp-bar" role="group" aria-label="Playback">
    <Play player={player} view={view} />
    <div class="tdp-timeline" ref={view.at("timeline")} />
    <div class="tdp-pace">
      {STEPS.map(([name, outline, by]) => (
        <IconButton class="tdp-quiet" {...{ name, outline }} onClick={() => player.seek(player.clock.moment + by)} />
      ))}
      <select
        class="tdp-speed"
        aria-label="Speed"
        value={player.clock.speed}
        ref={view.at("speed")}
        onChange={({ currentTarget }) => (player.clock.speed = Number(currentTarget.value))}
      >
        {SPEEDS.map((speed) => (
          <option value={speed}>{speed === Infinity ? "fastest" : `${counted(speed, "step")}/s`}</option>
        ))}
      </select>
      <NextButton next={player.next} />
      <Branch player={player} view={view} small={false} />
    </div>
  </div>
);

function Play({ player, view }: Props) {
  const { value: plays } = player.plays;
  return (
    <IconButton
      class="tdp-play"
      name="Play (space)"
      aria-label={plays ? "Pause (space)" : "Play (space)"}
      outline={plays ? ICONS.pause : ICONS.play}
      ref={view.at("play")}
      onClick={() => (player.playing ? player.pause() : player.play())}
    />
  );
}

export const Under = ({ player, view }: Props) => (
  <div class="tdp-under" ref={view.at("under")}>
    <div class="tdp-legend" role="group" aria-label="Legend">
      <Legend state={player.state} />
    </div>
    <ColouredCells player={player} view={view} />
    <CountSelect player={player} view={view} />
    <Pill
      class="tdp-pill tdp-from-noise"
      hidden={player.begun}
      onClick={({ currentTarget }) => {
        player.play();
        if (currentTarget.matches(":focus-visible")) view.play.focus();
      }}
    >
      <Icon outline={ICONS.play} />
      <span>{player.beginning}</span>
    </Pill>
    <Branch player={player} view={view} small />
  </div>
);

/** @param small is the place that of a small screen? There the bar is full. */
const Branch = ({ player, view, small }: Props & { small: boolean }) =>
  view.small.value === small && (
    <Pill
      class="tdp-pill tdp-branch"
      hint="Go on from this step with something changed, in a lane beside this run (key B)"
      hidden={!player.branch}
      ref={view.at("branch")}
      onClick={() => player.recording && player.branch?.(player.recording, player.moment)}
    >
      Branch from here
    </Pill>
  );

const ColouredCells = ({ player, view }: Props) => (
  <select
    class="tdp-cells"
    aria-label="Which cells are coloured"
    hidden={!view.compares.value}
    value={player.state.cells}
    onChange={({ currentTarget }) => (player.state.cells.value = currentTarget.value)}
  >
    <option value="all">colour all cells</option>
    <option value="differing">colour what differs</option>
  </select>
);

function CountSelect({ player, view }: Props) {
  const { offered, by, choices } = view.counting.value;
  return (
    <select
      class="tdp-by"
      aria-label="What the timeline counts"
      hidden={!offered}
      value={by}
      onChange={({ currentTarget }) => (player.state.by.value = currentTarget.value)}
    >
      {choices.map(({ value, name, why }) => (
        <option value={value} disabled={why !== ""}>
          {why === "" ? name : `${name}: ${why}`}
        </option>
      ))}
    </select>
  );
}
