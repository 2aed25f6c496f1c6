/** What is known of each way of a race, over many cases. */

import { WAYS } from "../../rules/ways.ts";
import { leadSentence, mixSentence } from "./sentences.ts";
import { digits, percent } from "../../words/units.ts";
import type { Card } from "../../run/card.ts";

/** `card` is empty where nobody knows. */
export function RaceFigures({ card }: { card: Card | Record<string, never> }) {
  if (!("tasks" in card))
    return (
      <p class="tdp-hint">
        No figures over many cases are known of this model; race with several seeds before you believe one.
      </p>
    );
  return (
    <details class="tdp-more">
      <summary>Over many cases, with intervals</summary>
      {(card as Card).tasks.map((task) => (
        <Task {...task} />
      ))}
      <p class="tdp-hint">{mixSentence(card as Card)}</p>
    </details>
  );
}

const Task = ({ task, like, rows }: Card["tasks"][number]) => (
  <div>
    <table class="tdp-race-table">
      <caption>{`${task}, ${rows.length > 0 ? `over ${rows[0].cases} others` : ""}`}</caption>
      <thead>
        <tr>
          {["", "right", "95% interval", "passes"].map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ way, right, cases, least, most, passes }) => (
          <tr>
            <th scope="row">{WAYS[way]?.label ?? way}</th>
            <td>{`${right} of ${cases}`}</td>
            <td>{`${percent(least)}–${percent(most)}`}</td>
            <td>{digits(passes, 3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p class="tdp-hint">{[like, leadSentence(rows)].filter(Boolean).join(" ")}</p>
  </div>
);
