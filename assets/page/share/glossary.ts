/** The page of words in a static site: every word with the field's term and what it means. */

import { followTheme } from "../dom/theme.ts";
import { glossary } from "../page/glossary.ts";

followTheme();
document.getElementById("tdp-file")?.append(glossary("plain"));
