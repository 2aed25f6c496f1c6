/** The engine's modules for tests and benchmarks in a browser, which find them in `sources`. */

export { BrowserEngine } from "../browser.ts";
export { openEngine } from "../denoising/open.ts";
