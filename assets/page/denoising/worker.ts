/** The worker that holds the page's engine, so that the page stays free. */

import { openEngine } from "./open.ts";
import { serve } from "./serve.ts";

serve(openEngine);
