/** The rules that a game can be played with. */

import { Choice } from "./choice.tsx";
import { RULES } from "./game-address.ts";
import { RULE_WORDS } from "./game-words.ts";
import type { Game } from "./game-address.ts";

/** `begin` begins a game with the rule that is chosen. */
export const GameRules = ({ sentence, begin }: { sentence: string; begin: (rule: Game["rule"]) => void }) => (
  <>
    <h3>{sentence}</h3>
    <ul class="tdp-game-rules">
      {RULES.map((rule) => (
        <li>
          <Choice face={RULE_WORDS[rule].name} onClick={() => begin(rule)} />
          <span>{RULE_WORDS[rule].rule}</span>
        </li>
      ))}
    </ul>
  </>
);
