/** The worker that holds the page's engine, so that the page stays free. */

import { openEngine } from "../denoising/open.ts";
import { serve } from "../denoising/serve.ts";

serve(openEngine);
