/**
 * Pseudo-random numbers that are the same on every platform: xoshiro128** 1.1 (Blackman, Vigna), seeded through
 * splitmix32. Only additions, multiplications, divisions and square roots of doubles are used, which IEEE 754 defines
 * to the bit; the logarithm is computed here, since `Math.log` may differ between engines.
 */
export interface RandomSource {
  /** Next 32 bits, as an unsigned number. */
  readonly nextUint32: () => number;
  /** Next double in [0, 1), a multiple of 2^-53. */
  readonly nextUniform: () => number;
  /** Next double of the standard normal distribution (Marsaglia's polar method). */
  readonly nextNormal: () => number;
}

/** Generator for `seed`, an integer from 0 to 2^53 - 1. */
export function randomSource(seed: number): RandomSource {
  const nextSeed = splitmix32((seed >>> 0) ^ Math.imul(Math.floor(seed / 2 ** 32) >>> 0, 0x9e3779b9));
  let a = nextSeed();
  let b = nextSeed();
  let c = nextSeed();
  let d = nextSeed();
  let spare = NaN;

  const nextUint32 = (): number => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
  const nextUniform = (): number => {
    const high = nextUint32() >>> 5;
    const low = nextUint32() >>> 6;
    return (high * 2 ** 26 + low) * 2 ** -53;
  };
  const nextNormal = (): number => {
    if (!Number.isNaN(spare)) {
      const result = spare;
      spare = NaN;
      return result;
    }
    for (;;) {
      const x = 2 * nextUniform() - 1;
      const y = 2 * nextUniform() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * naturalLogarithm(square)) / square);
      spare = y * factor;
      return x * factor;
    }
  };
  return { nextUint32, nextUniform, nextNormal };
}

function splitmix32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return z ^ (z >>> 15);
  };
}

/** Logarithm of a number in (0, 1], by halving it into [1/sqrt 2, sqrt 2] and the series of artanh. */
function naturalLogarithm(x: number): number {
  let mantissa = x;
  let exponent = 0;
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2;
    exponent -= 1;
  }
  const z = (mantissa - 1) / (mantissa + 1);
  const square = z * z;
  let sum = 0;
  for (let k = 21; k >= 1; k -= 2) sum = sum * square + 1 / k;
  return exponent * Math.LN2 + 2 * z * sum;
}
