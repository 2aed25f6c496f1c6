/** The worker that holds the page's engine, so that the page stays free. */

import { openEngine } from "./open.js";
import { serve } from "./serve.js";

serve(openEngine);
