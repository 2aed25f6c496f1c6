/** What is known of a model over many cases, as an engine answers it. */

/** Of one way, over the cases of one task. */
export interface Figure {
  way: string;
  right: number;
  cases: number;
  /** Lower end of the 95% interval, 0 to 1. */
  least: number;
  most: number;
  passes: number;
}
/** What the server answers. */
export type Card = {
  /** `exact`: is the first one the prompt's own task, not only like it? */
  tasks: { task: string; like: string; exact: boolean; rows: Figure[] }[];
  shares: Record<string, number>;
  settings: string;
};
