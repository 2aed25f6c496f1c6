/** BLAKE2b (RFC 7693) of bytes that fit into one block, without a key. */

const MOST_BYTES = 128;
const WORD = (1n << 64n) - 1n;
const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
/** Which words of the block are mixed in, in each of the first ten rounds; the last two repeat the first two. */
const ORDERS = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
].map((order) => [...order].map((digit) => parseInt(digit, 16)));
/** The columns of the state, then its diagonals. */
const LANES = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((lane) =>
  [...lane].map((digit) => parseInt(digit, 16)),
);
const ROUNDS = 12;

/**
 * @param bytes at most 128
 * @param size of the digest in bytes, 1 to 8
 * @returns the digest, its first byte the lowest one
 */
export function blake2b(bytes: Uint8Array, size: number): bigint {
  if (bytes.length > MOST_BYTES) throw new RangeError(`${bytes.length} bytes are more than one block`);
  const block = new DataView(new ArrayBuffer(MOST_BYTES));
  new Uint8Array(block.buffer).set(bytes);
  const words = Array.from({ length: 16 }, (_, at) => block.getBigUint64(8 * at, true));
  const first = START[0] ^ BigInt(0x01010000 + size);
  const state = [first, ...START.slice(1), ...START];
  state[12] ^= BigInt(bytes.length);
  state[14] ^= WORD;
  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDERS[round % ORDERS.length];
    LANES.forEach((lane, at) => mix(state, lane, words[order[2 * at]], words[order[2 * at + 1]]));
  }
  return BigInt.asUintN(8 * size, first ^ state[0] ^ state[8]);
}

function mix(state: bigint[], [a, b, c, d]: number[], x: bigint, y: bigint) {
  const add = (...values: bigint[]) => values.reduce((sum, value) => sum + value) & WORD;
  const turn = (value: bigint, by: bigint) => ((value >> by) | (value << (64n - by))) & WORD;
  state[a] = add(state[a], state[b], x);
  state[d] = turn(state[d] ^ state[a], 32n);
  state[c] = add(state[c], state[d]);
  state[b] = turn(state[b] ^ state[c], 24n);
  state[a] = add(state[a], state[b], y);
  state[d] = turn(state[d] ^ state[a], 16n);
  state[c] = add(state[c], state[d]);
  state[b] = turn(state[b] ^ state[c], 63n);
}
