/** An engine whose script comes late: what it is asked for waits until it is there. */

import { once } from "../dom/once.ts";
import type { Engine, Request } from "./server.ts";
import type { Tape } from "./tape.ts";

export class LateEngine {
  engine: () => Promise<Engine>;

  constructor(fetch: () => Promise<Engine>) {
    this.engine = once(fetch);
  }

  async start(body: Request, signal?: AbortSignal): Promise<Tape> {
    return (await this.engine()).start(body, signal);
  }

  async call(name: string, argument?: string | undefined): Promise<any> {
    return (await this.engine()).call(name, argument);
  }

  async trace(run: string): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.engine()).trace(run);
  }

  async *model(): AsyncGenerator<any, any, any> {
    yield* (await this.engine()).model();
  }
}
