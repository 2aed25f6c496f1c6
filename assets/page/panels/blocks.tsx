/** The strip of blocks: the steps of each block and why it ended. Pressing a block goes to its last step. */

import { blocksOf, cacheSentence } from "../run/blocks.ts";
import { Frame } from "../ui/frame.tsx";
import { words } from "../words/terms.ts";
import { panelOf } from "./component.tsx";
import type { Shown } from "./component.tsx";

function Blocks({ recording, taste: { terms }, step, reader }: Shown) {
  const { part } = words(terms);
  const name = `${part[0].toUpperCase()}${part.slice(1)}`;
  const current = recording.frames[step]?.block;
  return (
    <Frame name={`${name}s`}>
      <ol class="tdp-blocks">
        {blocksOf(recording).map(({ block, last, steps, reason }) => (
          <li key={block}>
            <button type="button" aria-current={block === current || undefined} onClick={() => reader.seek(last)}>
              <b>{`${name} ${block}`}</b>
              {` ${steps}, ${reason}`}
            </button>
          </li>
        ))}
      </ol>
      <p class="tdp-cache">{current !== undefined && cacheSentence(recording, step, part)}</p>
    </Frame>
  );
}

export const BlockStrip = panelOf(Blocks);
