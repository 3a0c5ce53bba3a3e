import type { Value } from '@shardform/ir-core';
import { orderedSumError, splitterOf, squareError, sumError } from './exact-sums.ts';
import type { RealArithmetic } from './real-arithmetic.ts';

/** The real and imaginary parts of a complex number; the imaginary one is asked for when it is first needed. */
export interface Parts {
  readonly real: Value;
  readonly imag: () => Value;
}

/** Real and imaginary part of a function of a complex number. */
export type ComplexFunction = (r: RealArithmetic, z: Parts) => readonly [real: Value, imag: Value];

/** `exp(x) (cos y + i sin y)`; where `exp(x)` is too large it is taken as the square of `exp(x / 2)`. */
export const exponential: ComplexFunction = (r, { real: x, imag }) => {
  const whole = r.exp(x);
  const overflows = r.compare('EQ', whole, r.constant(Infinity));
  const half = r.exp(r.multiply(x, r.constant(0.5)));
  const y = imag();
  const times = (factor: Value): Value => {
    const bySquare = r.multiply(r.multiply(half, factor), half);
    return r.select(overflows, bySquare, r.multiply(whole, factor));
  };
  const real = times(r.cosine(y));
  const isReal = r.compare('EQ', y, r.constant(0));
  return [real, r.select(isReal, r.constant(0), times(r.sine(y)))];
};

/** `log|z| + i arg z`; near the unit circle `|z|^2 - 1` is summed with its rounding errors. */
export const logarithm: ComplexFunction = (r, { real: x, imag }) => {
  const minusOne = r.constant(-1);
  const y = imag();
  const [yy, xx] = [r.multiply(y, y), r.multiply(x, x)];
  const isSteep = r.compare('GT', yy, xx);
  const larger = r.select(isSteep, yy, xx);
  const first = r.add(minusOne, larger);
  const smaller = r.select(isSteep, xx, yy);
  const second = r.add(first, smaller);
  const splitter = splitterOf(r);
  const errorOfYY = squareError(r, y, yy, splitter);
  const third = r.add(second, errorOfYY);
  const errorOfXX = squareError(r, x, xx, splitter);
  const sum = r.add(third, errorOfXX);
  const firstErrors = r.add(
    orderedSumError(r, first, minusOne, larger),
    orderedSumError(r, second, first, smaller),
  );
  const errors = r.add(firstErrors, orderedSumError(r, third, second, errorOfYY));
  const excess = r.add(sum, r.add(errors, orderedSumError(r, sum, third, errorOfXX)));
  const distance = r.abs(excess);
  const half = r.constant(0.5);
  const isNear = r.compare('LT', distance, half);
  const near = r.multiply(half, r.log1p(excess));
  const [ax, ay] = [r.abs(x), r.abs(y)];
  const large = r.maximum(ax, ay);
  const base = r.log(large);
  const small = r.minimum(ax, ay);
  const areEqual = r.compare('EQ', small, large);
  // Infinities have no ratio.
  const ratio = r.select(areEqual, r.constant(1), r.divide(small, large));
  const far = r.add(base, r.multiply(half, r.log1p(r.multiply(ratio, ratio))));
  return [r.select(isNear, near, far), r.atan2(y, x)];
};

/** `log(1 + z)`; `|1 + z|^2 - 1 = 2x + x^2 + y^2` is summed with its rounding errors unless `z` is large or near -1. */
export const logPlusOne: ComplexFunction = (r, { real: x, imag }) => {
  const ax = r.abs(x);
  const y = imag();
  const ay = r.abs(y);
  const large = r.maximum(ax, ay);
  const limit = r.multiply(r.sqrt(r.largest), r.constant(0.01));
  const isLarge = r.compare('GT', large, limit);
  const base = r.log(large);
  const half = r.constant(0.5);
  const small = r.minimum(ax, ay);
  const areEqual = r.compare('EQ', small, large);
  const one = r.constant(1);
  const ratio = r.divide(small, large);
  // Infinities have no ratio.
  const square = r.select(areEqual, one, r.multiply(ratio, ratio));
  const ofLarge = r.add(base, r.multiply(half, r.log1p(square)));
  const shifted = r.add(x, one);
  const isNear = r.compare('LT', r.add(r.abs(shifted), ay), r.constant(0.2));
  const shiftedSquare = r.multiply(shifted, shifted);
  const yy = r.multiply(y, y);
  const ofNear = r.multiply(half, r.log(r.add(shiftedSquare, yy)));
  const doubled = r.add(x, x);
  const first = r.add(doubled, yy);
  const xx = r.multiply(x, x);
  const second = r.add(first, xx);
  const splitter = splitterOf(r);
  const errorOfYY = squareError(r, y, yy, splitter);
  const third = r.add(second, errorOfYY);
  const errorOfXX = squareError(r, x, xx, splitter);
  const sum = r.add(third, errorOfXX);
  const firstErrors = r.add(sumError(r, first, doubled, yy), sumError(r, second, first, xx));
  const errors = r.add(firstErrors, sumError(r, third, second, errorOfYY));
  const excess = r.add(sum, r.add(errors, sumError(r, sum, third, errorOfXX)));
  const others = r.multiply(half, r.log1p(excess));
  const real = r.select(isLarge, ofLarge, r.select(isNear, ofNear, others));
  return [real, r.atan2(y, shifted)];
};

const SQRT_2 = Math.SQRT2;
/** `sqrt(1 + i)` has the real part `sqrt(1 + sqrt 2) / sqrt 2`. */
const DIAGONAL = Math.sqrt(1 + Math.SQRT2);

/** `sqrt(a^2 + b^2)` of sizes, without overflow on the way. */
function hypotenuse(r: RealArithmetic, a: Value, b: Value): Value {
  const large = r.maximum(a, b);
  const small = r.minimum(a, b);
  const areEqual = r.compare('EQ', large, small);
  const ofEqual = r.multiply(r.constant(SQRT_2), large);
  const one = r.constant(1);
  const ratio = r.divide(small, large);
  const square = r.multiply(ratio, ratio);
  const root = r.sqrt(r.add(one, square));
  const rootIsOne = r.compare('EQ', root, one);
  // The square is too small to be seen beside one, but not nothing.
  const isLost = r.and(rootIsOne, r.compare('GT', square, r.constant(0)));
  const corrected = r.add(large, r.divide(r.multiply(large, square), r.constant(2)));
  const others = r.select(isLost, corrected, r.multiply(large, root));
  return r.select(areEqual, ofEqual, others);
}

/** The root of the right half-plane; its larger part is `sqrt((|z| + |x|) / 2)`, the other one `|y| / 2` divided by that. */
export const squareRoot: ComplexFunction = (r, { real: x, imag }) => {
  const zero = r.constant(0);
  const isRight = r.compare('GE', x, zero);
  const ax = r.abs(x);
  const y = imag();
  const ay = r.abs(y);
  const areEqual = r.compare('EQ', ax, ay);
  const rootX = r.sqrt(ax);
  const diagonal = r.divide(r.multiply(rootX, r.constant(DIAGONAL)), r.constant(SQRT_2));
  const length = hypotenuse(r, ax, ay);
  const [sqrt2, one, two] = [r.constant(SQRT_2), r.constant(1), r.constant(2)];
  const root = r.sqrt(r.add(r.divide(length, two), r.divide(ax, two)));
  // Then sizes are taken in units of the larger one.
  const isOut = r.or(r.compare('EQ', root, zero), r.compare('EQ', root, r.constant(Infinity)));
  const isFlat = r.compare('GT', ax, ay);
  const isSteep = r.compare('LT', ax, ay);
  const quotient = r.select(isSteep, r.divide(ax, ay), r.divide(ay, ax));
  const ratio = r.select(areEqual, one, quotient);
  const scaledLength = hypotenuse(r, one, r.abs(ratio));
  const flatRoot = r.sqrt(r.add(one, scaledLength));
  const ofFlat = r.multiply(rootX, r.divide(flatRoot, sqrt2));
  const rootY = r.sqrt(ay);
  const steepRoot = r.sqrt(r.add(ratio, scaledLength));
  const ofSteep = r.multiply(rootY, r.divide(steepRoot, sqrt2));
  const scaled = r.select(isFlat, ofFlat, ofSteep);
  const larger = r.select(areEqual, diagonal, r.select(isOut, scaled, root));

  const smallDiagonal = r.divide(rootY, r.constant(DIAGONAL * SQRT_2));
  const rootQuotient = r.select(isSteep, r.divide(rootX, rootY), r.divide(rootY, rootX));
  const rootRatio = r.select(areEqual, one, rootQuotient);
  const flatSmall = r.divide(r.multiply(rootY, rootRatio), r.multiply(flatRoot, sqrt2));
  const steepSmall = r.divide(rootY, r.multiply(steepRoot, sqrt2));
  const scaledSmall = r.select(isFlat, flatSmall, steepSmall);
  const small = r.divide(ay, r.multiply(root, two));
  const smaller = r.select(areEqual, smallDiagonal, r.select(isOut, scaledSmall, small));

  const real = r.select(isRight, larger, smaller);
  const isLeft = r.compare('LT', x, zero);
  const isBelow = r.compare('LT', y, zero);
  const signed = (value: Value): Value => r.select(isBelow, r.negate(value), value);
  const [ofLeft, ofRight] = [signed(larger), signed(smaller)];
  return [real, r.select(isLeft, ofLeft, ofRight)];
};
