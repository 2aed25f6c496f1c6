/** All panels by name, in the order on the screen. To add a panel, add its file and a line here. */

import { BlockStrip } from "./blocks.js";
import { DecisionPanel } from "./decision.js";
import { EntropyCurve } from "./curve.js";
import { StopGauge } from "./gauge.js";
import { Inspector } from "./inspector.js";
import { Overview } from "./overview.js";
import { StepTable } from "./table.js";
import { TextSoFar } from "./text.js";

/** @type {import("./panel.js").Panels} */
export const PANELS = {
  inspector: Inspector,
  decision: DecisionPanel,
  gauge: StopGauge,
  overview: Overview,
  curve: EntropyCurve,
  table: StepTable,
  text: TextSoFar,
  blocks: BlockStrip,
};
