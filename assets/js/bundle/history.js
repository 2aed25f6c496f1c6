// run/history.js
function historyOf({ frames }, step, position) {
	const { block } = frames[step];
	let first = step;
	while (first > 0 && frames[first - 1].block === block) first -= 1;
	const moments = [];
	for (let at = first; frames[at]?.block === block; at += 1) {
		const { step, input_ids, sampled_ids, argmax_ids, entropy, status } = frames[at];
		moments.push({
			at,
			step,
			input: input_ids[position],
			sampled: sampled_ids[position],
			argmax: argmax_ids[position],
			entropy: entropy[position],
			status: status[position]
		});
	}
	return moments;
}
export { historyOf };
