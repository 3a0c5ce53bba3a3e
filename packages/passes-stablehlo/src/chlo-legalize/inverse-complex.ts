import type { Value } from '@shardform/ir-core';
import { chlo } from '@shardform/dialect-stablehlo';
import type { Formula } from './formula.ts';

/** Constants that several uses of {@link hypot} share. */
interface HypotConstants {
  readonly one: Value;
  readonly two: () => Value;
  readonly rootTwo: () => Value;
  readonly zero: () => Value;
}

/** `|x + iy|` without overflow of the squares; `y` is not negative. */
function hypot(f: Formula, x: Value, y: Value, constants: HypotConstants): Value {
  const magnitude = f.abs(x);
  const larger = f.max(magnitude, y);
  const smaller = f.min(magnitude, y);
  const isDiagonal = f.compare(larger, 'EQ', smaller);
  const diagonal = f.mul(constants.rootTwo(), larger);
  const squaredRatio = f.square(f.div(smaller, larger));
  const root = f.sqrt(f.add(constants.one, squaredRatio));
  const isRounded = f.compare(root, 'EQ', constants.one);
  const isTiny = f.and(isRounded, f.compare(squaredRatio, 'GT', constants.zero()));
  const correction = f.div(f.mul(larger, squaredRatio), constants.two());
  const tiny = f.add(larger, correction);
  return f.select(isDiagonal, diagonal, f.select(isTiny, tiny, f.mul(larger, root)));
}

/** Makes a value when it is first asked for. */
function once(make: () => Value): () => Value {
  let value: Value | null = null;
  return () => (value ??= make());
}

/**
 * Returns the common kernel of the inverse sine and cosine of complex numbers and of their hyperbolic relatives. With
 * `a` half the sum of the distances of `z = x + iy` from one and minus one, the result has the real part
 * `sqrt(a^2 - x^2)`, which with `x` gives the angle of `asin(z)`, and the imaginary part `acosh(a)`, the magnitude of
 * that of `asin(z)`.
 *
 * By T. E. Hull, T. F. Fairgrieve, P. T. P. Tang, "Implementing the complex arcsine and arccosine functions using
 * exception handling", ACM Transactions on Mathematical Software 23 (1997), with the thresholds of
 * github.com/pearu/functional_algorithms.
 */
export function asinAcosKernel(f: Formula, z: Value): Value {
  const signedX = f.real(z);
  const x = f.abs(signedX);
  const signedY = f.imag(z);
  const y = f.abs(signedY);
  const constant = (value: number): Value => f.like(signedX, value);

  const largerPart = f.max(x, y);
  const rootOfLargest = f.sqrt(f.largestLike(signedX));
  const safeLimit = f.div(rootOfLargest, constant(8));
  const isHuge = f.compare(largerPart, 'GE', safeLimit);
  const one = constant(1);
  const isInside = f.compare(x, 'LE', one);
  const half = constant(0.5);
  const xPlusOne = f.add(x, one);
  const constants: HypotConstants = {
    one,
    rootTwo: once(() => constant(Math.SQRT2)),
    zero: once(() => constant(0)),
    two: once(() => constant(2)),
  };
  const r = hypot(f, xPlusOne, y, constants);
  const xMinusOne = f.sub(x, one);
  const s = hypot(f, xMinusOne, y, constants);
  const a = f.mul(half, f.add(r, s));
  const halfOfAPlusX = f.mul(half, f.add(a, x));
  const ySquared = f.square(y);
  const rPlus = f.add(r, xPlusOne);
  const firstQuotient = f.div(ySquared, rPlus);
  const sMinus = f.sub(s, xMinusOne);
  const inside = f.sqrt(f.mul(halfOfAPlusX, f.add(firstQuotient, sMinus)));
  const byR = f.div(halfOfAPlusX, rPlus);
  const sPlus = f.add(s, xMinusOne);
  const outside = f.mul(y, f.sqrt(f.add(byR, f.div(halfOfAPlusX, sPlus))));
  const leg = f.select(isHuge, y, f.select(isInside, inside, outside));

  const isModerate = f.compare(x, 'LT', f.mul(safeLimit, constant(1e12)));
  const lowLimit = f.mul(safeLimit, constant(1e-6));
  const yLimit = f.select(isModerate, lowLimit, f.mul(safeLimit, constant(1e2)));
  const isTall = f.compare(y, 'GE', yLimit);
  const dominant = f.select(isTall, y, x);
  const dominantLimit = f.select(isTall, yLimit, safeLimit);
  const isDominated = f.compare(dominant, 'GE', dominantLimit);
  const logTwo = f.log(constants.two());
  const logOfDominant = f.add(logTwo, f.log(dominant));
  const isInfinite = f.compare(y, 'EQ', f.like(signedY, Infinity));
  const usesRatio = f.and(isTall, f.not(isInfinite));
  const ratio = f.select(usesRatio, f.div(x, y), constants.zero());
  const far = f.add(logOfDominant, f.mul(half, f.log1p(f.square(ratio))));
  const rootOfSmallest = f.sqrt(f.smallestNormalLike(signedX));
  const isLow = f.compare(y, 'LT', f.mul(rootOfSmallest, constant(4)));
  const isOnSegment = f.and(isLow, f.compare(x, 'LT', one));
  const productWithOne = f.mul(xPlusOne, xMinusOne);
  const aPlusOne = f.add(a, one);
  const segment = f.neg(f.div(productWithOne, aPlusOne));
  const isRight = f.compare(x, 'GE', one);
  const halfOfYSquared = f.mul(half, ySquared);
  const quotientByR = f.div(halfOfYSquared, rPlus);
  const right = f.add(quotientByR, f.mul(half, sPlus));
  const isNear = f.compare(a, 'LE', constant(1.5));
  const near = f.add(quotientByR, f.div(halfOfYSquared, sMinus));
  const aMinusOne = f.select(isRight, right, f.select(isNear, near, f.sub(a, one)));
  const excess = f.select(isOnSegment, segment, aMinusOne);
  const root = f.sqrt(f.mul(excess, aPlusOne));
  const onSegment = f.div(y, root);
  const close = f.select(isOnSegment, onSegment, f.log1p(f.add(excess, root)));
  return f.complex(leg, f.select(isDominated, far, close));
}

function kernel(f: Formula, operand: Value): Value {
  return f.rewriter.create(chlo.AsinAcosKernelOp, { operand }).result;
}

/** `x`, or `-x` where `isNegative`. */
function negateWhere(f: Formula, isNegative: Value, x: Value): Value {
  return f.select(isNegative, f.neg(x), x);
}

/** Expands `asin` of a complex number. */
export function complexAsin(f: Formula, z: Value): Value {
  const x = f.real(z);
  const parts = kernel(f, z);
  const real = f.atan2(x, f.real(parts));
  const isBelow = f.compare(f.imag(z), 'LT', f.like(x, 0));
  return f.complex(real, negateWhere(f, isBelow, f.imag(parts)));
}

/** Expands `acos` of a complex number. */
export function complexAcos(f: Formula, z: Value): Value {
  const parts = kernel(f, z);
  const leg = f.real(parts);
  const real = f.atan2(leg, f.real(z));
  const y = f.imag(z);
  const isBelow = f.compare(y, 'LT', f.like(y, 0));
  const imag = f.imag(parts);
  return f.complex(real, f.select(isBelow, imag, f.neg(imag)));
}

/** Expands `asinh` of a complex number. */
export function complexAsinh(f: Formula, z: Value): Value {
  const x = f.real(z);
  const isLeft = f.compare(x, 'LT', f.like(x, 0));
  const y = f.imag(z);
  const parts = kernel(f, f.complex(f.neg(y), x));
  const real = negateWhere(f, isLeft, f.imag(parts));
  return f.complex(real, f.atan2(y, f.real(parts)));
}

/** Expands `acosh` of a complex number. */
export function complexAcosh(f: Formula, z: Value): Value {
  const parts = kernel(f, z);
  const real = f.imag(parts);
  const y = f.imag(z);
  const isBelow = f.compare(y, 'LT', f.like(y, 0));
  const leg = f.real(parts);
  return f.complex(real, negateWhere(f, isBelow, f.atan2(leg, f.real(z))));
}

/** `atanh(z)`, `z = x + iy`, from the logarithm of `1 + 4|x| / ((1 - |x|)^2 + y^2)` and an angle. */
export function complexAtanh(f: Formula, z: Value): Value {
  const x = f.real(z);
  const constant = (value: number): Value => f.like(x, value);
  const zero = constant(0);
  const isRight = f.compare(x, 'GE', zero);
  const one = constant(1);
  const minusOne = constant(-1);
  const sign = f.select(isRight, one, minusOne);
  const four = constant(4);
  const magnitudeOfX = f.abs(x);
  const inverseOfEpsilon = inverseEpsilon(f, x);
  const limit = f.square(inverseOfEpsilon);
  const isNarrow = f.compare(magnitudeOfX, 'LT', limit);
  const y = f.imag(z);
  const magnitudeOfY = f.abs(y);
  const isSafe = f.and(isNarrow, f.compare(magnitudeOfY, 'LT', limit));
  const below = f.sub(one, magnitudeOfX);
  const belowSquared = f.square(below);
  const ySquared = f.square(y);
  const safe = f.div(magnitudeOfX, f.add(belowSquared, ySquared));
  const isFlat = f.compare(f.mul(magnitudeOfY, inverseOfEpsilon), 'LT', magnitudeOfX);
  const flat = f.div(one, magnitudeOfX);
  const infinity = constant(Infinity);
  const isRightmost = f.compare(x, 'EQ', infinity);
  const minusInfinity = constant(-Infinity);
  const hasInfiniteX = f.or(isRightmost, f.compare(x, 'EQ', minusInfinity));
  const isTopmost = f.compare(y, 'EQ', infinity);
  const hasInfiniteY = f.or(isTopmost, f.compare(y, 'EQ', minusInfinity));
  const isInfinite = f.or(hasInfiniteX, hasInfiniteY);
  const slope = f.div(magnitudeOfX, y);
  const ratios = f.add(slope, f.div(y, magnitudeOfX));
  const far = f.select(isInfinite, zero, f.div(f.div(one, ratios), y));
  const quotient = f.select(isSafe, safe, f.select(isFlat, flat, far));
  const logarithm = f.mul(sign, f.log1p(f.mul(four, quotient)));
  const real = f.mul(logarithm, constant(0.25));
  const doubled = f.add(y, y);
  const product = f.mul(below, f.add(one, magnitudeOfX));
  const angle = f.atan2(doubled, f.sub(product, ySquared));
  const isAbove = f.compare(y, 'GE', f.like(y, 0));
  const signOfY = f.select(isAbove, one, minusOne);
  const straight = f.mul(signOfY, constant(Math.PI));
  const full = f.select(isSafe, angle, straight);
  return f.complex(real, f.mul(full, constant(0.5)));
}

/** A little more than one over the precision of f64, f32 or f16, chosen by the largest number of the type. */
function inverseEpsilon(f: Formula, x: Value): Value {
  const largest = f.largestLike(x);
  const isDouble = f.compare(largest, 'GT', f.like(x, 1e308));
  const forDouble = f.like(x, 2 ** 53 + 2);
  const isSingle = f.compare(largest, 'GT', f.like(x, 1e38));
  const forSingle = f.like(x, 2 ** 24 + 2);
  const narrow = f.select(isSingle, forSingle, f.like(x, 2 ** 11 + 2));
  return f.select(isDouble, forDouble, narrow);
}

/** `-i atanh(iz)`. */
export function complexAtan(f: Formula, z: Value): Value {
  const real = f.neg(f.imag(z));
  const turned = complexAtanh(f, f.complex(real, f.real(z)));
  const imag = f.imag(turned);
  return f.complex(imag, f.neg(f.real(turned)));
}
