/** Modes in which the reader chooses what is shown, the usual one first. */
export const MODES = ["watch", "tune", "compare"];

/** @returns is it another mode, which chooses that itself? */
export const isGuided = (mode: string): boolean => !MODES.includes(mode);

/** How things are shown, as an address stores it. */
export type Looks = {
  mode: string;
  layer: string;
  figure: string;
  shape: string;
  unit: string;
  by: string;
  cells: string;
  only: number | null;
};
