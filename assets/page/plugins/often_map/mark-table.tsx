/** All marks of the map as a table, each with a button that has the form take its settings. */

import { Button } from "../../ui/button.tsx";
import { passesText } from "./sentences.ts";
import type { Mark } from "./marks.ts";

interface Props {
  marks: Mark[];
  nameOf: (mark: Mark) => string;
  use: (mark: Mark) => void;
}

export const MarkTable = ({ marks, nameOf, use }: Props) => (
  <table class="tdp-map-table">
    <thead>
      <tr>
        {["setting", "right", "passes"].map((name) => (
          <th scope="col">{name}</th>
        ))}
        <td />
      </tr>
    </thead>
    <tbody>
      {marks.map((mark) => (
        <tr>
          <th scope="row">{`${mark.yours ? "yours: " : ""}${nameOf(mark)}`}</th>
          <td>{`${mark.right} of ${mark.cases}`}</td>
          <td>{passesText(mark.passes)}</td>
          <td>
            <Button face="Use" hint={`Use ${nameOf(mark)}`} onClick={() => use(mark)} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
