// Keeps the surest positions:
// so many more at each step.
const MORE = 8; // positions

function accept(before, { entropy }) {
  const surest = [...entropy.keys()].sort(
    (a, b) => entropy[a] - entropy[b],
  );
  return surest.slice(0, MORE * before.step);
}
