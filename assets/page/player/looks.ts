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
