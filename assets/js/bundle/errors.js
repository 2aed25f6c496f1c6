// denoising/errors.js
var PlaygroundError = class extends Error {};
export { PlaygroundError };
