/** The page on a ZeroGPU Space sends what the hub hands out along with each request for runs. */

import { Zero, hubOf } from "./zero.ts";

export function requests(): () => Promise<Record<string, string>> {
  const zero = new Zero(window, hubOf(location.hostname));
  return () => zero.headers();
}
