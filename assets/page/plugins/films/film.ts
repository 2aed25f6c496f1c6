/**
 * Makes pictures and films of runs in the browser: `.png`, `.webm`, `.mp4` and `.gif`. The encoders are fetched when they
 * are first needed.
 */

import { beatsOf } from "./beats.ts";
import { Scene } from "./scene.ts";
import type { Recording } from "../../run/recording.ts";
import type { Looks } from "./scene.ts";

/** `speed` in steps a second; `moment` of a picture */
type Options = Looks & { speed: number; moment: number };
/** What is told of the progress, and what stops it. */
export type Watch = { progress: (done: number, all: number) => void; signal: AbortSignal };
export type Kind = "png" | "webm" | "mp4" | "gif";

/** The codecs of each kind, the one that most players know first. */
const CODECS = { webm: ["vp9", "vp8", "av1"], mp4: ["avc", "vp9", "av1"] };
/** The shortest time that browsers show a picture of a GIF. */
const LEAST_MS = 20;

/**
 * @param recordings one run, or several under one clock
 * @throws {Error} a sentence: this browser cannot encode it; or the signal's reason
 */
export async function film(recordings: Recording[], kind: Kind, options: Options, watch: Watch): Promise<Blob> {
  const scene = new Scene(recordings, options);
  try {
    if (kind === "png") return await picture(scene, options.moment);
    return kind === "gif" ? await gif(scene, options.speed, watch) : await video(scene, kind, options.speed, watch);
  } finally {
    scene.remove();
  }
}

async function picture(scene: Scene, moment: number): Promise<Blob> {
  scene.paint(moment, "whole");
  return new Promise((give, refuse) =>
    scene.canvas.toBlob((blob) => (blob ? give(blob) : refuse(new Error("This browser cannot make a picture.")))),
  );
}

async function video(scene: Scene, kind: "webm" | "mp4", speed: number, { progress, signal }: Watch) {
  const {
    BufferTarget,
    CanvasSource,
    Mp4OutputFormat,
    Output,
    QUALITY_HIGH,
    WebMOutputFormat,
    getFirstEncodableVideoCodec,
  } = await import("../../../vendor/mediabunny.min.js");
  const { canvas } = scene;
  const codec =
    typeof VideoEncoder === "undefined"
      ? null
      : await getFirstEncodableVideoCodec(CODECS[kind], { width: canvas.width, height: canvas.height });
  if (codec === null) throw new Error(`This browser cannot encode .${kind}; choose another form, such as .gif.`);
  const format = kind === "webm" ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: "in-memory" });
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new CanvasSource(canvas, { codec, quality: QUALITY_HIGH });
  output.addVideoTrack(source);
  await output.start();
  const beats = beatsOf(scene.count, speed, scene.lingers);
  let now = 0;
  for (const [at, { moment, half, seconds }] of beats.entries()) {
    if (signal.aborted) {
      await output.cancel();
      signal.throwIfAborted();
    }
    scene.paint(moment, half);
    await source.add(now, seconds);
    now += seconds;
    progress(at + 1, beats.length);
  }
  // A player shows the last picture as long as another one follows it.
  await source.add(now, 0.1);
  await output.finalize();
  return new Blob([target.buffer as ArrayBuffer], { type: `video/${kind}` });
}

async function gif(scene: Scene, speed: number, { progress, signal }: Watch) {
  const { GIFEncoder, applyPalette, quantize } = await import("../../../vendor/gifenc.js");
  const { canvas, context } = scene;
  const pixels = () => context.getImageData(0, 0, canvas.width, canvas.height).data;
  const beats = beatsOf(scene.count, speed, scene.lingers);
  // One palette for all pictures, from the first, the middle and the last.
  const samples = [0, Math.floor(beats.length / 3), beats.length - 1].map((at) => {
    scene.paint(beats[at].moment, beats[at].half);
    return pixels();
  });
  const joined = new Uint8Array(samples.reduce((sum, { length }) => sum + length, 0));
  samples.reduce((at, sample) => (joined.set(sample, at), at + sample.length), 0);
  const palette = quantize(joined, 256, { format: "rgb565" });
  const encoder = GIFEncoder();
  for (const [at, { moment, half, seconds }] of beats.entries()) {
    signal.throwIfAborted();
    scene.paint(moment, half);
    const options = { delay: Math.max(1000 * seconds, LEAST_MS), ...(at === 0 && { palette, repeat: 0 }) };
    encoder.writeFrame(applyPalette(pixels(), palette, "rgb565"), canvas.width, canvas.height, options);
    progress(at + 1, beats.length);
    await new Promise((give) => setTimeout(give)); // the page stays alive, and Stop can be pressed
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}
