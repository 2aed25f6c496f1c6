// rules/intervals.js
const Z = 1.96;
const FEWEST = 4;
function wilson(right, cases) {
	const [share, spread] = [right / cases, Z * Z / cases];
	const middle = (share + spread / 2) / (1 + spread);
	const half = Z / (1 + spread) * Math.sqrt(share * (1 - share) / cases + spread / (4 * cases));
	return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
function paired({ both, first, second, neither }) {
	const cases = both + first + second + neither;
	const product = (both + first) * (second + neither) * (both + second) * (first + neither);
	const cross = both * neither - first * second;
	const corrected = cross > 0 ? Math.max(cross - cases / 2, 0) : cross;
	const phi = product > 0 ? corrected / Math.sqrt(product) : 0;
	return joined([both + first, cases], [both + second, cases], phi);
}
function joined([rightOne, casesOne], [rightTwo, casesTwo], phi = 0) {
	const [shareOne, shareTwo] = [rightOne / casesOne, rightTwo / casesTwo];
	const [[lowOne, highOne], [lowTwo, highTwo]] = [wilson(rightOne, casesOne), wilson(rightTwo, casesTwo)];
	const half = (a, b) => Math.sqrt(Math.max(a * a - 2 * phi * a * b + b * b, 0));
	return [Math.max(-1, shareTwo - shareOne - half(shareTwo - lowTwo, highOne - shareOne)), Math.min(1, shareTwo - shareOne + half(highTwo - shareTwo, shareOne - lowOne))];
}
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
function meanInterval(values) {
	const { length } = values;
	if (length < FEWEST) return null;
	const middle = mean(values);
	const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (length - 1));
	const half = quantile(length - 1) * deviation / Math.sqrt(length);
	return [middle - half, middle + half];
}
function moreNeeded(right, cases, wish) {
	let more = 0;
	while (cases + more === 0 || wilson(right + more, cases + more)[0] < wish) more += 1;
	return more;
}
const refuted = (right, cases, wish) => cases > 0 && wilson(right, cases)[1] < wish;
function quartiles(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const at = (share) => {
		const place = share * (sorted.length - 1);
		const below = Math.floor(place);
		return sorted[below] + (place - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
	};
	return [
		at(.25),
		at(.5),
		at(.75)
	];
}
function shareOf({ right }) {
	const count = [...right.values()].filter(Boolean).length;
	return {
		right: count,
		cases: right.size,
		share: count / right.size
	};
}
function differences(first, second) {
	const counts = {
		both: 0,
		first: 0,
		second: 0,
		neither: 0
	};
	for (const [number, right] of first.right) {
		const theirs = second.right.get(number);
		if (theirs !== void 0) counts[right ? theirs ? "both" : "first" : theirs ? "second" : "neither"] += 1;
	}
	const some = Object.values(counts).some((count) => count > 0);
	const passes = [...first.passes].flatMap(([number, count]) => second.passes.has(number) ? [second.passes.get(number) - count] : []);
	return {
		share: some ? paired(counts) : null,
		passes: meanInterval(passes)
	};
}
function candidate(findings, wish, fresh) {
	let best = null;
	let fewest = 1e400;
	findings.forEach((finding, number) => {
		const known = fresh.get(number);
		const passes = mean([...finding.passes.values()]);
		if (!(shareOf(finding).share >= wish) || !(passes < fewest)) return;
		if (known && refuted(shareOf(known).right, shareOf(known).cases, wish)) return;
		[best, fewest] = [number, passes];
	});
	return best;
}
function quantile(freedom) {
	const z = 1.959964;
	return [
		z,
		(z ** 3 + z) / 4,
		(5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
		(3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
		(79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160
	].reduce((sum, term, power) => sum + term / freedom ** power, 0);
}
export { candidate, differences, joined, mean, moreNeeded, quartiles, refuted, shareOf, wilson };
