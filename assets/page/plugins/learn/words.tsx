/** Turns the text of a lesson into elements. Whatever a lesson holds goes in as text: no markup of it reaches the page. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { plainText } from "../../words/glyphs.ts";
import type { ComponentChildren, ComponentType } from "preact";
import type { Piece, Ref } from "./lesson.ts";

/** Words that name something. */
export type Reference = ComponentType<{ thing: Ref; children: ComponentChildren }>;

/** Lights up what words name; where there is nothing to light up, they are words like others. */
export const References = createContext<Reference>(({ children }) => <span>{children}</span>);

const Named: Reference = (props) => {
  const Reference = useContext(References);
  return <Reference {...props} />;
};

export const wordsOf = (pieces: Piece[]): ComponentChildren[] =>
  pieces.map((piece) => {
    if (typeof piece === "string") return plainText(piece);
    if ("strong" in piece) return <strong>{wordsOf(piece.strong)}</strong>;
    if ("em" in piece) return <em>{wordsOf(piece.em)}</em>;
    if ("code" in piece) return <code>{plainText(piece.code)}</code>;
    if ("ref" in piece) return <Named thing={piece.ref}>{wordsOf(piece.text)}</Named>;
    const address = /^https?:\/\//.test(piece.href) ? piece.href : undefined;
    return (
      <a rel="noopener noreferrer" target="_blank" href={address}>
        {wordsOf(piece.text)}
      </a>
    );
  });
