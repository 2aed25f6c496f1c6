/** A line that says what came of something, also to screen readers. */

export type Note = { text: string; wrong: boolean };

export const Status = ({ note: { text, wrong } }: { note: Note }) => (
  <p role="status" class={wrong ? "tdp-refused" : ""}>
    {text}
  </p>
);
