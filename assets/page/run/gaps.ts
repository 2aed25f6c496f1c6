/** A text with gaps, as an engine answers how it falls into tokens. */

type Part = { place: number; ids?: number[]; gap?: number };
/** Of a length for each gap. */
export type Choice = { template: string; parts: Part[]; pins: Record<string, number>; length: number; open: boolean };
