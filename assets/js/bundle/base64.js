// share/base64.js
async function base64Of(blob) {
	const reader = new FileReader();
	const read = new Promise((give) => reader.onload = give);
	reader.readAsDataURL(blob);
	await read;
	return String(reader.result).split(",")[1] ?? "";
}
export { base64Of };
