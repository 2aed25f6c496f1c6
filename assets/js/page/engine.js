/** The engine as the page sees it. The page is drawn before Gradio has arrived; what is asked until then waits. */

/** @typedef {import("./live.js").Server & { model_status: (_: string) => Promise<import("./model.js").Status | undefined>, way_defaults: (way: string) => Promise<Record<string, import("./address.js").Value> | undefined>, card: (prompt: string) => Promise<import("../words/race.js").Card | Record<string, never> | undefined>, puzzle: (asked: string) => Promise<{ puzzle?: string, refused?: string } | undefined>, use_embedded: (_: string) => Promise<void>, [name: string]: (argument: string) => Promise<any> }} Server */
/** @typedef {{ trigger: (event: string, data?: object) => void, props: any, watch: (prop: string, react: () => void) => void, server: Server }} Mount what gr.HTML hands over */

export class Engine {
  constructor() {
    /** @type {{ promise: Promise<Mount>, resolve: (mount: Mount) => void }} */
    const { promise, resolve } = Promise.withResolvers();
    this.mount = promise;
    this.resolve = resolve;
    /** Calls the server's functions, as soon as that can be. @type {Server} */
    this.server = new Proxy(/** @type {any} */ ({}), {
      get: (_, name) => async (/** @type {string} */ argument) => (await promise).server[String(name)](argument),
    });
  }

  /**
   * @param {Mount} mount
   * @param {(message: string) => void} receive takes what comes over the wire
   */
  connect(mount, receive) {
    mount.watch("value", () => receive(mount.props.value));
    this.resolve(mount);
  }

  /** Asks for a run; Gradio then fetches the form with `playground.making.begin`. */
  async run() {
    (await this.mount).trigger("run_asked");
  }

  /** Asks for several; Gradio then fetches them with `playground.making.beginLanes`. */
  async runs() {
    (await this.mount).trigger("lanes_asked");
  }

  /** Asks for many runs; Gradio then fetches which with `playground.extras.studies.begin`. */
  async study() {
    (await this.mount).trigger("study_asked");
  }
}
