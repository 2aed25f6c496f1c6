// panels/inside-lines.js
const LINES = 8;
const SHADE = .4;
const WORD = 1.5;
function draw(canvas, { width, height, boxes, font }, weights, position) {
	const ratio = window.devicePixelRatio;
	canvas.width = Math.round(width * ratio);
	canvas.height = Math.round(height * ratio);
	canvas.style.width = `${width}px`;
	canvas.style.height = `${height}px`;
	const context = canvas.getContext("2d");
	context.setTransform(ratio, 0, 0, ratio, 0, 0);
	context.fillStyle = context.strokeStyle = getComputedStyle(canvas).getPropertyValue("--tdp-ink");
	const most = Math.max(...weights) || 1;
	weights.forEach((weight, at) => {
		const { x, y, width, height } = boxes[at];
		if (width === 0) return;
		context.globalAlpha = SHADE * weight / most;
		context.fillRect(x + 1, y + 1, width - 2, height - 2);
	});
	context.clip(besideWords({
		width,
		height,
		boxes,
		font
	}), "evenodd");
	const middle = (at) => [boxes[at].x + boxes[at].width / 2, boxes[at].y + boxes[at].height / 2];
	const order = Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a]);
	for (const at of order.filter((at) => at !== position && weights[at] > 0 && boxes[at].width > 0).slice(0, LINES)) {
		context.globalAlpha = .3 + .6 * weights[at] / most;
		context.lineWidth = 1 + 2 * weights[at] / most;
		context.beginPath();
		context.moveTo(...middle(position));
		const [from, to] = [middle(position), middle(at)];
		const rise = from[1] === to[1] ? boxes[at].height : 0;
		context.quadraticCurveTo((from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + rise, to[0], to[1]);
		context.stroke();
	}
}
function besideWords({ width, height, boxes, font }) {
	const path = new Path2D();
	path.rect(0, 0, width, height);
	for (const box of boxes) {
		const high = Math.min((box.font ?? font) * WORD, box.height);
		path.rect(box.x, box.y + (box.height - high) / 2, box.width, high);
	}
	return path;
}
// panels/inside-weights.js
function unpacked(answer) {
	const { texts, keys, prefix, layers, heads, compiled } = answer;
	const bytes = (packed) => Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)).buffer;
	const halves = (packed) => Float32Array.from(new Uint16Array(bytes(packed)), half);
	return {
		texts,
		keys,
		prefix,
		layers,
		heads,
		compiled,
		ids: new Int32Array(bytes(answer.ids)),
		probs: new Float32Array(bytes(answer.probs)),
		attention: halves(answer.attention),
		causal: answer.causal === "" ? null : halves(answer.causal)
	};
}
function half(bits) {
	const exponent = bits >> 10 & 31;
	const fraction = bits & 1023;
	return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
}
function meanOf(weights, { layers, heads, keys }, layer, head) {
	const mean = new Float32Array(keys.length);
	let count = 0;
	for (let l = 0; l < layers; l += 1) for (let h = 0; h < heads; h += 1) {
		if (layer !== -1 && l !== layer || head !== -1 && h !== head) continue;
		count += 1;
		const first = (l * heads + h) * keys.length;
		for (let key = 0; key < keys.length; key += 1) mean[key] += weights[first + key];
	}
	return mean.map((sum) => sum / count);
}
function shares(weights, prefix) {
	const all = weights.reduce((sum, one) => sum + one, 0) || 1;
	const read = weights.subarray(0, prefix).reduce((sum, one) => sum + one, 0) / all;
	return {
		read,
		canvas: 1 - read,
		best: weights.indexOf(Math.max(...weights))
	};
}
export { draw, meanOf, shares, unpacked };
