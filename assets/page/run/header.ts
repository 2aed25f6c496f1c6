/**
 * A run's header, as files and messages have it and as the page reads it. In them the spec says what was asked for; the page
 * finds each part of that in a field of its own.
 */

import type { Header } from "./recording.ts";

/**
 * @param header that is right
 * @returns with what the spec says; a run of another program has no spec
 */
export function filled(header: any): Header {
  const { model = "", revision = "", prompt = {}, settings = {}, seed = 0 } = header.spec ?? {};
  const { text = "", system = "", thinking = false, image_sha256 = "" } = prompt;
  return {
    ...header,
    model,
    revision,
    prompt: text,
    system: system.trim(),
    thinking,
    image_sha256,
    settings,
    seed,
    way: settings.way ?? header.source_way ?? "uniform",
  };
}
