import type { FloatLanes } from '../wasm/float-lanes.ts';

/**
 * Functions of f32 in f32 arithmetic, each step rounded, so that all engines and widths of vectors give the same bits. Results
 * are within 1.5 units in the last place; subnormal numbers are numbers like others. The polynomials
 * are minimax fits of what their comments say.
 */
type Lanes<V> = FloatLanes<V>;

/** `c[0] + c[1] x + c[2] x^2 + ...`: pairs of terms, pairs of these and so on, which processors compute side by side. */
function polynomial<V>(l: Lanes<V>, x: V, coefficients: readonly number[]): V {
  let terms = coefficients.map((c) => l.f32(c));
  for (let power = x; ; power = l.keep(l.of('f32x4.mul', power, power))) {
    const pairs: V[] = [];
    for (let i = 0; i < terms.length; i += 2) {
      const [low, high] = [terms[i], terms.at(i + 1)];
      pairs.push(high === undefined ? low : l.of('f32x4.add', low, l.of('f32x4.mul', high, power)));
    }
    if (pairs.length === 1) return pairs[0];
    terms = pairs;
  }
}

/** The same with the first terms one after the other, which rounds less. */
function leadingPolynomial<V>(l: Lanes<V>, x: V, coefficients: readonly number[], leading: number): V {
  return coefficients
    .slice(0, leading)
    .reduceRight(
      (sum, c) => l.of('f32x4.add', l.f32(c), l.of('f32x4.mul', sum, x)),
      polynomial(l, x, coefficients.slice(leading)),
    );
}

const log2E = 1.4426950408889634;
/** ln 2 as a number of 10 bits, whose products with exponents are exact, and the rest. */
const ln2High = 0.693359375;
const ln2Low = Math.LN2 - ln2High;

/** `(exp(r) - 1 - r) / r^2` for `|r|` up to half of ln 2. */
const exponentialTerms = [
  0.5, 0.1666666716337204, 0.041666269302368164, 0.008333265781402588, 0.0013946086401119828,
  0.0001991783210542053,
];

/** `exp(x) = 2^k (1 + rest)`, for `x` whose exponential is in the range of f32; `k` is a word. */
function splitExponential<V>(l: Lanes<V>, x: V): { readonly k: V; readonly rest: V } {
  // The sum with 1.5 * 2^23 is rounded to a whole number, which its last bits hold.
  const shifted = l.keep(l.of('f32x4.add', l.of('f32x4.mul', x, l.f32(log2E)), l.f32(wholeBias)));
  const k = l.keep(l.of('f32x4.sub', shifted, l.f32(wholeBias)));
  const high = l.of('f32x4.sub', x, l.of('f32x4.mul', k, l.f32(ln2High)));
  const r = l.keep(l.of('f32x4.sub', high, l.of('f32x4.mul', k, l.f32(ln2Low))));
  const series = l.of('f32x4.mul', l.of('f32x4.mul', r, r), leadingPolynomial(l, r, exponentialTerms, 1));
  return {
    k: l.of('i32x4.sub', shifted, l.word(wholeBiasBits)),
    rest: l.of('f32x4.add', r, series),
  };
}

/** `2^k` for words `k` from -126 to 127. */
function powerOfTwo<V>(l: Lanes<V>, k: V): V {
  return l.of('i32x4.add', l.shifted('i32x4.shl', k, 23), l.word(oneBits));
}

/** The exponential. */
export function exponential<V>(l: Lanes<V>, x: V): V {
  // Beyond these bounds the result is infinite or zero.
  const bounded = l.keep(l.of('f32x4.pmin', l.of('f32x4.pmax', x, l.f32(-104)), l.f32(89)));
  const { k, rest } = splitExponential(l, bounded);
  const whole = l.keep(k);
  // Two factors, since 2^k may be beyond the numbers; only the second one rounds.
  const half = l.keep(l.shifted('i32x4.shr_s', whole, 1));
  const first = l.of('f32x4.mul', l.of('f32x4.add', rest, l.f32(1)), powerOfTwo(l, half));
  return l.of('f32x4.mul', first, powerOfTwo(l, l.of('i32x4.sub', whole, half)));
}

/** A result that is negative just where `x` is, which may lack the sign. */
function withSignOf<V>(l: Lanes<V>, result: V, x: V): V {
  return l.of('v128.or', result, l.of('v128.and', x, l.word(signBit)));
}

/** `(expm1(x) - x) / x^2` for `|x|` up to 1.05. */
const smallExponentialTerms = [
  0.5, 0.1666666567325592, 0.0416666641831398, 0.008333356119692326, 0.0013888931134715676,
  0.00019834937120322138, 0.00002479339673300274, 0.000002823828936016071, 2.8244124905540957e-7,
];

/** The exponential minus one. */
export function exponentialMinusOne<V>(l: Lanes<V>, x: V): V {
  const series = leadingPolynomial(l, x, smallExponentialTerms, 3);
  const small = l.of('f32x4.add', x, l.of('f32x4.mul', l.of('f32x4.mul', x, x), series));
  const bounded = l.keep(l.of('f32x4.pmin', l.of('f32x4.pmax', x, l.f32(-30)), l.f32(89)));
  const { k, rest } = splitExponential(l, bounded);
  // Half of the power: 2^128 is beyond the numbers. With doubled terms the sums are rounded as without.
  const half = l.keep(powerOfTwo(l, l.of('i32x4.sub', k, l.word(1))));
  const sum = l.of('f32x4.add', l.of('f32x4.mul', half, rest), l.of('f32x4.sub', half, l.f32(0.5)));
  const isSmall = l.of('f32x4.lt', l.of('f32x4.abs', x), l.f32(1.04));
  // The sum of a negative zero and a product of it is a positive one.
  return withSignOf(l, l.of('v128.bitselect', small, l.of('f32x4.mul', sum, l.f32(2)), isSmall), x);
}

/** `(tanh(x) / x - 1) / x^2` as a function of `x^2`, up to 0.7. */
const tangentTerms = [
  -0.3333319127559662, 0.1332911103963852, -0.05355885997414589, 0.02009197138249874, -0.00513866264373064,
];

/** `(exp(2r) - 1) / r` for `|r|` up to a quarter of ln 2. */
const squaredExponentialTerms = [
  2, 1.999999761581421, 1.3333144187927246, 0.666688084602356, 0.26797425746917725, 0.08859908580780029,
];

/** `c[0] + c[1] x + c[2] x^2 + ...` with as few instructions as it takes. */
function nestedPolynomial<V>(l: Lanes<V>, x: V, coefficients: readonly number[]): V {
  const [last, ...others] = coefficients.toReversed();
  return others.reduce((sum, c) => l.of('f32x4.add', l.of('f32x4.mul', sum, x), l.f32(c)), l.f32(last));
}

/**
 * The hyperbolic tangent: a polynomial up to 0.7, and above `1 - 2 / (exp(2x) + 1)`, of which the quotient may be as wrong as it is
 * smaller than the result.
 */
export function hyperbolicTangent<V>(l: Lanes<V>, x: V): V {
  const square = l.keep(l.of('f32x4.mul', x, x));
  const series = l.of('f32x4.mul', square, nestedPolynomial(l, square, tangentTerms));
  const small = l.of('f32x4.add', x, l.of('f32x4.mul', x, series));
  const magnitude = l.keep(l.of('f32x4.abs', x));
  // From 9.02 on, the result is 1.
  const bounded = l.keep(l.of('f32x4.pmin', magnitude, l.f32(10)));
  const scaled = l.of('f32x4.mul', bounded, l.f32(2 * log2E));
  const shifted = l.keep(l.of('f32x4.add', scaled, l.f32(wholeBias)));
  const k = l.of('f32x4.sub', shifted, l.f32(wholeBias));
  const r = l.keep(l.of('f32x4.sub', bounded, l.of('f32x4.mul', k, l.f32(Math.LN2 / 2))));
  const terms = l.of('f32x4.mul', nestedPolynomial(l, r, squaredExponentialTerms), r);
  // The whole number's last bits are added to the exponent.
  const exponent = l.shifted('i32x4.shl', shifted, 23);
  const power = l.of('i32x4.add', l.of('f32x4.add', terms, l.f32(1)), exponent);
  const quotient = l.of('f32x4.div', l.f32(2), l.of('f32x4.add', power, l.f32(1)));
  const size = l.of('f32x4.sub', l.f32(1), quotient);
  // A NaN isn't large: what is made of its bits counts for nothing.
  const isLarge = l.of('f32x4.gt', magnitude, l.f32(0.7));
  // Also of zeros, whose sum with a product of the other sign has none.
  return withSignOf(l, l.of('v128.bitselect', size, small, isLarge), x);
}

/** `(log(1 + z) - z + z^2 / 2) / z^3` for `1 + z` from the root of 1/2 to that of 2. */
const logarithmTerms = [
  0.3333331048488617, -0.24999986588954926, 0.20002226531505585, -0.16669251024723053, 0.14218658208847046,
  -0.1238434836268425, 0.11872976273298264, -0.11789807677268982, 0.06915368139743805,
];

/** `k ln 2 + log(1 + z) + correction`. */
function joinLogarithm<V>(l: Lanes<V>, k: V, z: V, correction: V | null): V {
  const square = l.keep(l.of('f32x4.mul', z, z));
  const cubic = l.of('f32x4.mul', l.of('f32x4.mul', square, z), polynomial(l, z, logarithmTerms));
  const low = l.of('f32x4.add', cubic, l.of('f32x4.mul', k, l.f32(ln2Low)));
  const corrected = correction === null ? low : l.of('f32x4.add', low, correction);
  const curved = l.of('f32x4.sub', corrected, l.of('f32x4.mul', l.f32(0.5), square));
  return l.of('f32x4.add', l.of('f32x4.add', curved, z), l.of('f32x4.mul', k, l.f32(ln2High)));
}

/** `x = 2^k m` for positive normal `x`, with `m` from the root of 1/2 to that of 2. */
function splitNumber<V>(l: Lanes<V>, x: V): { readonly k: V; readonly m: V } {
  const bits = l.keep(l.of('i32x4.sub', x, l.word(rootOfHalf)));
  const fraction = l.of('v128.and', bits, l.word(0x7fffff));
  return { k: l.shifted('i32x4.shr_s', bits, 23), m: l.of('i32x4.add', fraction, l.word(rootOfHalf)) };
}

/** The natural logarithm. */
export function logarithm<V>(l: Lanes<V>, x: V): V {
  const isSubnormal = l.keep(l.of('f32x4.lt', x, l.f32(2 ** -126)));
  const normal = l.of('v128.bitselect', l.of('f32x4.mul', x, l.f32(2 ** 23)), x, isSubnormal);
  const { k, m } = splitNumber(l, normal);
  const exponent = l.of('i32x4.sub', k, l.of('v128.and', isSubnormal, l.word(23)));
  const z = l.keep(l.of('f32x4.sub', m, l.f32(1)));
  const finite = joinLogarithm(l, l.keep(l.of('f32x4.convert_i32x4_s', exponent)), z, null);
  return logarithmOutside(l, x, 0, finite);
}

/** The logarithm of one plus a number. */
export function logarithmPlusOne<V>(l: Lanes<V>, x: V): V {
  const sum = l.keep(l.of('f32x4.add', x, l.f32(1)));
  const { k, m } = splitNumber(l, sum);
  const exponent = l.keep(l.of('f32x4.convert_i32x4_s', k));
  // What the sum lost, relative to it; where nothing is scaled, `x` itself is the argument.
  const isLarge = l.of('f32x4.gt', x, l.f32(1));
  const lost = l.of(
    'v128.bitselect',
    l.of('f32x4.sub', l.f32(1), l.of('f32x4.sub', sum, x)),
    l.of('f32x4.sub', x, l.of('f32x4.sub', sum, l.f32(1))),
    isLarge,
  );
  const isScaled = l.keep(l.of('f32x4.lt', l.f32(0), l.of('f32x4.abs', exponent)));
  const correction = l.of('v128.and', l.of('f32x4.div', lost, sum), isScaled);
  const z = l.keep(l.of('v128.bitselect', l.of('f32x4.sub', m, l.f32(1)), x, isScaled));
  const finite = joinLogarithm(l, exponent, z, l.keep(correction));
  // The sign of zero is that of the argument.
  const outside = logarithmOutside(l, x, -1, finite);
  return l.of('v128.bitselect', x, outside, l.of('f32x4.eq', x, l.f32(0)));
}

/** @param pole the argument of which the result is minus infinity; below, it is NaN. */
function logarithmOutside<V>(l: Lanes<V>, x: V, pole: number, finite: V): V {
  const isInside = l.of('f32x4.gt', x, l.f32(pole));
  const inside = l.of('v128.bitselect', x, finite, l.of('f32x4.eq', x, l.f32(Infinity)));
  const isPole = l.of('f32x4.eq', x, l.f32(pole));
  const outside = l.of('v128.bitselect', l.f32(-Infinity), l.f32(NaN), isPole);
  return l.of('v128.bitselect', inside, outside, isInside);
}

/** The logistic function, `1 / (1 + exp(-x))`. */
export function logistic<V>(l: Lanes<V>, x: V): V {
  const negated = l.of('f32x4.neg', x);
  const y = l.keep(l.of('f32x4.pmin', l.of('f32x4.pmax', negated, l.f32(-30)), l.f32(104)));
  const { k, rest } = splitExponential(l, y);
  const whole = l.keep(k);
  // Both terms are divided by 2^half, since 2^k may be beyond the numbers; only the last sum and the quotient round.
  const positive = l.of('v128.bitselect', whole, l.word(0), l.of('f32x4.gt', y, l.f32(0)));
  const half = l.keep(l.shifted('i32x4.shr_s', positive, 1));
  const one = l.keep(powerOfTwo(l, l.of('i32x4.sub', l.word(0), half)));
  const power = l.keep(powerOfTwo(l, l.of('i32x4.sub', whole, half)));
  const more = l.keep(l.of('f32x4.mul', power, rest));
  // The first sum is exact for powers that aren't much larger than one; for others it is the smaller ones'.
  const isLarge = l.keep(l.of('f32x4.gt', y, l.f32(12)));
  const first = l.of('f32x4.add', one, l.of('v128.bitselect', more, power, isLarge));
  const sum = l.of('f32x4.add', first, l.of('v128.bitselect', power, more, isLarge));
  return l.of('f32x4.mul', l.of('f32x4.div', l.f32(1), sum), one);
}

/** One over the square root. */
export function reciprocalRoot<V>(l: Lanes<V>, x: V): V {
  return l.of('f32x4.div', l.f32(1), l.of('f32x4.sqrt', x));
}

const wholeBias = 1.5 * 2 ** 23;

// Bit patterns of f32.
const wholeBiasBits = 0x4b400000;
const oneBits = 0x3f800000;
const signBit = -0x80000000;
/** The root of 1/2. */
const rootOfHalf = 0x3f3504f3;

/** All bits where a number is finite. */
export function isFinite<V>(lanes: FloatLanes<V>, x: V): V {
  return lanes.of('f32x4.lt', lanes.of('f32x4.abs', x), lanes.f32(Infinity));
}

/** 1 with the sign of a number; zeros and NaN are their own. */
export function sign<V>(lanes: FloatLanes<V>, x: V): V {
  const signed = lanes.of('v128.or', lanes.of('v128.and', x, lanes.word(-0x80000000)), lanes.f32(1));
  const isNumber = lanes.of('f32x4.gt', lanes.of('f32x4.abs', x), lanes.f32(0));
  return lanes.of('v128.bitselect', signed, x, isNumber);
}
