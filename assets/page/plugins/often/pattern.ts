/**
 * Tries a reader's regular expression on texts. It runs in a worker, because some patterns take longer than the universe
 * is old; a worker can be ended, and the page cannot.
 */

/** The most time that a pattern gets for all texts, once its worker has come. */
export const MOST_MS = 1000;

/**
 * Its source alone goes into the worker, so it uses nothing from here.
 *
 * @returns which texts match, or why nothing can be said
 */
function answer(pattern: string, texts: string[]): boolean[] | string {
  try {
    const expression = new RegExp(pattern, "u");
    return texts.map((text) => expression.test(text));
  } catch (error) {
    return `This is no regular expression: ${error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : error}.`;
  }
}

/** The script of the worker: it needs no file, so it starts in a page of one file too. */
export const SCRIPT = `self.onmessage = ({ data: { pattern, texts } }) => self.postMessage((${answer})(pattern, texts));
self.postMessage("ready");`;

export class PatternTester {
  /** The latest question; an older one that is still open no longer matters. */
  giveUp: ((answer: string) => void) | null = null;

  /** @param make with SCRIPT */
  constructor(public make: () => Worker) {}

  /** @returns does each text match? Or a sentence: it is no pattern, or it took too long */
  test(pattern: string, texts: string[]): Promise<boolean[] | string> {
    this.giveUp?.("");
    const worker = this.make();
    return new Promise((give) => {
      const done = (answer: boolean[] | string) => {
        clearTimeout(timer);
        worker.terminate();
        if (this.giveUp === done) this.giveUp = null;
        give(answer);
      };
      this.giveUp = done;
      let timer: ReturnType<typeof setTimeout> | undefined;
      worker.onmessage = ({ data }) => {
        if (data !== "ready") return done(data);
        worker.postMessage({ pattern, texts });
        timer = setTimeout(
          () =>
            done(
              `The pattern took longer than ${MOST_MS / 1000} second; write one that repeats less, without a + or * inside another.`,
            ),
          MOST_MS,
        );
      };
      worker.onerror = () => done("The pattern cannot be tried: this browser starts no worker for it.");
    });
  }
}
