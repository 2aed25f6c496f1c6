/** The page of words in a static site: every word with the field's term and what it means. */

import { render } from "preact";
import { followTheme } from "../dom/theme.ts";
import { Glossary } from "../page/glossary.tsx";

followTheme();
const place = document.createDocumentFragment();
render(<Glossary mode="plain" />, place);
document.getElementById("tdp-file")?.append(place);
