/** The glossary: every word of the page that a reader may meet, with what it means. */

import { entriesOf } from "../rules/way-words.ts";
import { WAYS } from "../rules/ways.ts";
import type { Mode } from "../words/terms.ts";

export const Glossary = ({ mode }: { mode: Mode }) => (
  <dl class="tdp-glossary">
    {entriesOf(WAYS.uniform).map(({ plain, term, line }) => {
      const [first, second] = mode === "plain" ? [plain, term] : [term, plain];
      return (
        <>
          <dt>
            {first}
            {first !== second && (
              <>
                {" "}
                <small>{second}</small>
              </>
            )}
          </dt>
          <dd>{line}</dd>
        </>
      );
    })}
  </dl>
);
