/** What the engine in the page needs of it. */
export function sha256(message: Uint8Array): Uint8Array;
export function sha512(message: Uint8Array): Uint8Array;
