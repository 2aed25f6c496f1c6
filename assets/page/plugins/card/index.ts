/** In the Cost panel: the roofline of a machine, and what was counted of a step of the 26B model. */

import { element, mounted } from "../../dom/elements.ts";
import { addPluginStyle } from "../../dom/style.ts";
import { Roofline } from "./roofline.ts";
import { REHEARSED_FLOOR, rehearsedRows } from "./sentences.ts";
import type { CostContext } from "../../page/places.ts";

/** What a page without a server knows of its machine. */
const UNMEASURED = { machine: null, may: false, refused: "A browser does not say how fast its machine is." };

export function cost(place: HTMLElement, context: CostContext) {
  const { config, page, lanes, plotly, know } = context;
  addPluginStyle("card");
  const server = async (request: string) => (config.measures ? page.engine.call("machine", request) : UNMEASURED);
  const roofline = new Roofline(server, plotly, know);
  place.append(roofline.root, rehearsed());
  return mounted(place, context, () => roofline.show(lanes()));
}

function rehearsed() {
  const [names, ...rows] = rehearsedRows();
  return element(
    "details.tdp-more",
    element("summary", "What a step of the 26B model does beside reading weights"),
    element("p.tdp-hint", REHEARSED_FLOOR),
    element(
      "table.tdp-cost-table",
      element("thead", element("tr", ...names.map((name) => element("th", { scope: "col" }, name)))),
      element(
        "tbody",
        ...rows.map(([part, ...cells]) =>
          element("tr", element("th", { scope: "row" }, part), ...cells.map((cell) => element("td", cell))),
        ),
      ),
    ),
  );
}
