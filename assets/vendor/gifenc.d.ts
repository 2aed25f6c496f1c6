/** What assets/page/plugins/films/film.ts needs of it. */
export type Palette = number[][];
export function quantize(rgba: Uint8Array | Uint8ClampedArray, colours: number, options?: { format: "rgb565" }): Palette;
export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette, format?: "rgb565"): Uint8Array;
export function GIFEncoder(): {
  writeFrame(index: Uint8Array, width: number, height: number, options: { palette?: Palette; delay: number; repeat?: number }): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
};
