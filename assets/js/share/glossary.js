/** The page of words in a static site: every word with the field's term and what it means. */

import { glossary } from "../words/terms.js";
import { followTheme } from "./theme.js";

followTheme();
document.getElementById("tdp-file")?.append(glossary("plain"));
