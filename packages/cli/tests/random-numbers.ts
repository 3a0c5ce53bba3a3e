/** Returns numbers from 0 to below 1, the same ones for one seed. */
export function randomNumbers(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
