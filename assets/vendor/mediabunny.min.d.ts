/** What assets/page/plugins/films/film.ts needs of it; the whole is in `dist/mediabunny.d.ts` of the package. */
export class BufferTarget { buffer: ArrayBuffer | null }
export class CanvasSource {
  constructor(canvas: HTMLCanvasElement, options: { codec: string; quality: Quality; keyFrameInterval?: number });
  add(timestamp: number, duration: number): Promise<void>;
}
export class Mp4OutputFormat { constructor(options?: { fastStart: "in-memory" }); getSupportedVideoCodecs(): string[] }
export class WebMOutputFormat { getSupportedVideoCodecs(): string[] }
export class Quality {}
export const QUALITY_HIGH: Quality;
export class Output {
  constructor(options: { format: Mp4OutputFormat | WebMOutputFormat; target: BufferTarget });
  addVideoTrack(source: CanvasSource): void;
  start(): Promise<void>;
  finalize(): Promise<void>;
  cancel(): Promise<void>;
}
export function getFirstEncodableVideoCodec(codecs: string[], options: { width: number; height: number }): Promise<string | null>;
