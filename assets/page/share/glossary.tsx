/** The page of words in a static site: every word with the field's term and what it means. */

import { followTheme } from "../dom/theme.ts";
import { Glossary } from "../page/glossary.tsx";
import { made } from "../ui/made.ts";

followTheme();
document.getElementById("tdp-file")?.append(made(<Glossary mode="plain" />));
