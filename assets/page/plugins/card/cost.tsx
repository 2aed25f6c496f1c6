/** In the Cost panel: the roofline of a machine, and what was counted of a step of the 26B model. */

import { addPluginStyle } from "../../dom/style.ts";
import { filled } from "../../ui/filled.ts";
import { Roofline } from "./roofline.tsx";
import { REHEARSED_FLOOR, rehearsedRows } from "./sentences.ts";
import type { CostContext } from "../../page/places.ts";

/** What a page without a server knows of its machine. */
const UNMEASURED = { machine: null, may: false, refused: "A browser does not say how fast its machine is." };

export function cost(place: HTMLElement, context: CostContext) {
  const { config, page, lanes, plotly, know } = context;
  addPluginStyle("card");
  const server = async (request: string) => (config.measures ? page.engine.call("machine", request) : UNMEASURED);
  return filled(place, context, (picture) => (
    <>
      <Roofline {...{ server, plotly, know, picture }} lanes={lanes()} />
      <Rehearsed />
    </>
  ));
}

function Rehearsed() {
  const [names, ...rows] = rehearsedRows();
  return (
    <details class="tdp-more">
      <summary>What a step of the 26B model does beside reading weights</summary>
      <p class="tdp-hint">{REHEARSED_FLOOR}</p>
      <table class="tdp-cost-table">
        <thead>
          <tr>
            {names.map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([part, ...cells]) => (
            <tr>
              <th scope="row">{part}</th>
              {cells.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
