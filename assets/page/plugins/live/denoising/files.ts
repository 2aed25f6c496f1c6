/** Fetches what the engine needs, each file once, whole and as the manifest describes it, and says how far it is. */

import { PlaygroundError } from "../../../engine/errors.ts";
import type { FileEntry } from "./manifest.ts";

export class Files {
  #fetched: Map<string, Promise<Uint8Array<ArrayBuffer>>> = new Map();
  #progress: Map<string, { read: number; bytes: number }> = new Map();

  /**
   * @param base the address that the files' own are relative to
   * @param tell how much of what is being fetched is there
   * @param inside files that need not be fetched, by their addresses
   */
  constructor(
    public base: string,
    public tell: (fraction: number) => void,
    public inside: Record<string, Uint8Array<ArrayBuffer>> = {},
  ) {}

  /**
   * @param file its address
   * @param entry what it must be
   * @throws {PlaygroundError} it cannot be fetched, or is not what it must be
   */
  read(file: string, entry?: FileEntry): Promise<Uint8Array<ArrayBuffer>> {
    let bytes = this.#fetched.get(file);
    if (bytes === undefined) {
      bytes = file in this.inside ? Promise.resolve(this.inside[file]) : this.#fetch(file, entry);
      bytes.catch(() => this.#fetched.delete(file)); // it may be there the next time
      this.#fetched.set(file, bytes);
    }
    return bytes;
  }

  /** Lets go of a file that is not needed any more. */
  drop(file: string) {
    this.#fetched.delete(file);
  }

  async json(file: string): Promise<any> {
    try {
      return JSON.parse(new TextDecoder().decode(await this.read(file)));
    } catch (error) {
      throw error instanceof PlaygroundError ? error : new PlaygroundError(`${nameOf(file)} is damaged; ${AGAIN}.`);
    }
  }

  async #fetch(file: string, entry?: FileEntry) {
    const bytes = await this.#bytes(file, entry?.bytes ?? 0).catch((error) => {
      throw error instanceof PlaygroundError
        ? error
        : new PlaygroundError(`${nameOf(file)} cannot be fetched; ${AGAIN}.`);
    });
    if (entry && bytes.length !== entry.bytes)
      throw new PlaygroundError(
        `${nameOf(file)} has ${bytes.length.toLocaleString("en")} bytes instead of ${entry.bytes.toLocaleString("en")}; ${AGAIN}.`,
      );
    if (entry && globalThis.crypto?.subtle && (await digestOf(bytes)) !== entry.sha256)
      throw new PlaygroundError(`${nameOf(file)} is damaged or of another version; ${AGAIN}.`);
    return bytes;
  }

  async #bytes(file: string, expected: number): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await fetch(new URL(file, this.base));
    if (!answer.ok || answer.body === null) throw new PlaygroundError(`${nameOf(file)} is not there; ${AGAIN}.`);
    const progress = { read: 0, bytes: expected };
    this.#progress.set(file, progress);
    const parts: Uint8Array[] = [];
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      progress.read += part.value.length;
      this.#tell();
    }
    const bytes = new Uint8Array(progress.read);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #tell() {
    let [read, all] = [0, 0];
    for (const progress of this.#progress.values()) {
      read += progress.read;
      all += Math.max(progress.read, progress.bytes);
    }
    this.tell(all === 0 ? 0 : read / all);
  }
}

const AGAIN = "reload the page to fetch it again";

const nameOf = (file: string) => `The file ${file.split("/").pop()}`;

async function digestOf(bytes: Uint8Array<ArrayBuffer>) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
