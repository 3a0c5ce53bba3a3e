import type { Complex } from '../array/nd-array.ts';

/**
 * Functions of complex numbers in double precision, with C99's branch cuts (C99, annex G); infinities and NaNs follow
 * annex G where the formulas give it at no cost.
 */

const one: Complex = { re: 1, im: 0 };

/** Sum. */
export function complexAdd(a: Complex, b: Complex): Complex {
  return { re: a.re + b.re, im: a.im + b.im };
}

/** Difference. */
export function complexSubtract(a: Complex, b: Complex): Complex {
  return { re: a.re - b.re, im: a.im - b.im };
}

/** Product by the plain formula. */
export function complexMultiply(a: Complex, b: Complex): Complex {
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };
}

/** Quotient; the divisor is scaled by a power of two so that its square neither over- nor underflows. */
export function complexDivide(a: Complex, b: Complex): Complex {
  const size = Math.max(Math.abs(b.re), Math.abs(b.im));
  const scale =
    size > 0 && size < Infinity ? 2 ** Math.max(-1000, Math.min(1000, -Math.floor(Math.log2(size)))) : 1;
  const re = b.re * scale;
  const im = b.im * scale;
  const denominator = re * re + im * im;
  const quotient = {
    re: ((a.re * re + a.im * im) / denominator) * scale,
    im: ((a.im * re - a.re * im) / denominator) * scale,
  };
  if (!Number.isNaN(quotient.re) || !Number.isNaN(quotient.im)) return quotient;
  return specialQuotient(a, b, quotient);
}

/** The cases that annex G rescues from NaN: a zero divisor, an infinite dividend, an infinite divisor. */
function specialQuotient(a: Complex, b: Complex, quotient: Complex): Complex {
  const finite = (z: Complex): boolean => Number.isFinite(z.re) && Number.isFinite(z.im);
  const infinite = (z: Complex): boolean => Math.abs(z.re) === Infinity || Math.abs(z.im) === Infinity;
  if (b.re === 0 && b.im === 0 && !(Number.isNaN(a.re) && Number.isNaN(a.im))) {
    const infinity = withSign(Infinity, b.re);
    return { re: infinity * a.re, im: infinity * a.im };
  }
  if (infinite(a) && finite(b)) {
    const { re, im } = boxed(a);
    return { re: Infinity * (re * b.re + im * b.im), im: Infinity * (im * b.re - re * b.im) };
  }
  if (infinite(b) && finite(a)) {
    const { re, im } = boxed(b);
    return { re: 0 * (a.re * re + a.im * im), im: 0 * (a.im * re - a.re * im) };
  }
  return quotient;
}

/** Infinite components as ±1, finite ones as ±0. */
function boxed(z: Complex): Complex {
  const box = (x: number): number => withSign(Math.abs(x) === Infinity ? 1 : 0, x);
  return { re: box(z.re), im: box(z.im) };
}

function withSign(magnitude: number, sign: number): number {
  return sign < 0 || Object.is(sign, -0) ? -magnitude : magnitude;
}

/** Absolute value, scaled so that no square over- or underflows. */
export function complexAbs(z: Complex): number {
  const re = Math.abs(z.re);
  const im = Math.abs(z.im);
  if (re === Infinity || im === Infinity) return Infinity;
  const large = Math.max(re, im);
  if (large === 0 || Number.isNaN(large)) return large;
  if (large > 1e150 || large < 1e-150) return large * Math.sqrt((re / large) ** 2 + (im / large) ** 2);
  return Math.sqrt(re * re + im * im);
}

/** Exponential. */
export function complexExp(z: Complex): Complex {
  if (z.im === 0) return { re: Math.exp(z.re), im: z.im };
  if (z.re === -Infinity && !Number.isFinite(z.im)) return { re: 0, im: 0 };
  const size = Math.exp(z.re);
  return { re: size * Math.cos(z.im), im: size * Math.sin(z.im) };
}

/** Principal logarithm. */
export function complexLog(z: Complex): Complex {
  // Scaled where the absolute value would overflow or have few digits.
  const large = Math.max(Math.abs(z.re), Math.abs(z.im));
  const shift = large > 1e300 && large < Infinity ? -4 : large < 1e-290 && large > 0 ? 200 : 0;
  const size = shift === 0 ? complexAbs(z) : complexAbs({ re: z.re * 2 ** shift, im: z.im * 2 ** shift });
  return { re: Math.log(size) - shift * Math.LN2, im: Math.atan2(z.im, z.re) };
}

/** Principal square root. */
export function complexSqrt(z: Complex): Complex {
  if (z.re === 0 && z.im === 0) return { re: 0, im: z.im };
  if (Math.abs(z.im) === Infinity) return { re: Infinity, im: z.im };
  if (z.re === Infinity) return { re: Infinity, im: Number.isNaN(z.im) ? NaN : withSign(0, z.im) };
  if (z.re === -Infinity) return { re: Number.isNaN(z.im) ? NaN : 0, im: withSign(Infinity, z.im) };
  if (Math.abs(z.re) < 1e-290 && Math.abs(z.im) < 1e-290) {
    // Too few digits remain in a quarter of such numbers.
    const root = complexSqrt({ re: z.re * 2 ** 200, im: z.im * 2 ** 200 });
    return { re: root.re * 2 ** -100, im: root.im * 2 ** -100 };
  }
  // A quarter of the number keeps the sum below finite; the root is then half of the wanted one.
  const half = { re: z.re / 4, im: z.im / 4 };
  const root = Math.sqrt((complexAbs(half) + Math.abs(half.re)) / 2);
  // Not of the quarter, of whose digits few remain in the least numbers.
  const other = z.im / root / 8;
  if (z.re >= 0) return { re: 2 * root, im: 2 * other };
  return { re: 2 * Math.abs(other), im: withSign(2 * root, z.im) };
}

/** Power: `exp(exponent * log(base))`; a zero base gives zero. */
export function complexPower(base: Complex, exponent: Complex): Complex {
  if (base.re === 0 && base.im === 0) return exponent.re === 0 && exponent.im === 0 ? one : { re: 0, im: 0 };
  return complexExp(complexMultiply(exponent, complexLog(base)));
}

/** Sine. */
export function complexSin(z: Complex): Complex {
  return { re: Math.sin(z.re) * Math.cosh(z.im), im: Math.cos(z.re) * Math.sinh(z.im) };
}

/** Cosine. */
export function complexCos(z: Complex): Complex {
  return { re: Math.cos(z.re) * Math.cosh(z.im), im: -(Math.sin(z.re) * Math.sinh(z.im)) };
}

/** Hyperbolic tangent (Kahan, "Branch cuts for complex elementary functions"). */
export function complexTanh(z: Complex): Complex {
  if (Math.abs(z.re) > 20)
    return { re: Math.sign(z.re), im: 4 * Math.sin(z.im) * Math.cos(z.im) * Math.exp(-2 * Math.abs(z.re)) };
  const tangent = Math.tan(z.im);
  const beta = 1 + tangent * tangent;
  const s = Math.sinh(z.re);
  const denominator = 1 + beta * s * s;
  return { re: (beta * Math.sqrt(1 + s * s) * s) / denominator, im: tangent / denominator };
}

/** Tangent: `-i tanh(i z)`. */
export function complexTan(z: Complex): Complex {
  const { re, im } = complexTanh({ re: -z.im, im: z.re });
  return { re: im, im: -re };
}

/** Cube root with a third of the argument. */
export function complexCbrt(z: Complex): Complex {
  const size = Math.cbrt(complexAbs(z));
  const angle = Math.atan2(z.im, z.re) / 3;
  return { re: size * Math.cos(angle), im: size * Math.sin(angle) };
}

/** `-i log((x + i y) / sqrt(x² + y²))` for `atan2(y, x)`. */
export function complexAtan2(y: Complex, x: Complex): Complex {
  const sum = complexAdd(x, { re: -y.im, im: y.re });
  const norm = complexSqrt(complexAdd(complexMultiply(x, x), complexMultiply(y, y)));
  const logarithm = complexLog(complexDivide(sum, norm));
  return { re: logarithm.im, im: -logarithm.re };
}
