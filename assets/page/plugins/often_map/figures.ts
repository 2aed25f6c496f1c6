/** The marks of the map as a table. */

import { columnsOf } from "../../panels/figures.ts";
import { shares } from "../often/figures.ts";
import type { Figures } from "../../panels/figures.ts";
import type { Mark } from "./marks.ts";

/** @param marks of the map @returns a row for each */
export const mapMarks = (marks: Mark[]): Figures[] =>
  columnsOf(
    marks.map(({ settings, right, cases, passes, subject, yours }) => ({
      cases_are: subject,
      yours,
      passes,
      ...shares(right, cases),
      ...settings,
    })),
  );
