// Keeps the surest positions while those
// before them add up to at most a budget.
const BUDGET = 0.1; // nats

function accept(before, { entropy }) {
  const surest = [...entropy.keys()].sort(
    (a, b) => entropy[a] - entropy[b],
  );
  let spent = 0;
  return surest.filter((position) => {
    const keeps = spent <= BUDGET;
    spent += entropy[position];
    return keeps;
  });
}
