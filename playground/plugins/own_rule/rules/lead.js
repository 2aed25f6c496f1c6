// Keeps a position if its first choice
// is well ahead of the second.
const LEAD = 0.5; // of probability

function accept(before, { margin }) {
  return [...margin.keys()].filter(
    (position) => margin[position] > LEAD,
  );
}
