import { allocate, partKind } from '../array/array-kind.ts';
import type { ArrayData, ComplexKind } from '../array/array-kind.ts';
import type { Complex } from '../array/nd-array.ts';
import {
  complexAbs,
  complexAdd,
  complexAtan2,
  complexCbrt,
  complexCos,
  complexDivide,
  complexExp,
  complexLog,
  complexPower,
  complexSin,
  complexSqrt,
  complexSubtract,
  complexTan,
  complexTanh,
} from './complex-math.ts';

/** Rounds to the precision of the components. */
type Round = (x: number) => number;

const one: Complex = { re: 1, im: 0 };

/**
 * Operations of one complex operand with a complex result, under StableHLO's names; the caller rounds the components.
 */
export const complexUnary = {
  cbrt: complexCbrt,
  cosine: complexCos,
  exponential: complexExp,
  exponential_minus_one: (z) => complexSubtract(complexExp(z), one),
  log: complexLog,
  log_plus_one: (z) => complexLog(complexAdd(z, one)),
  logistic: (z, round) => {
    const power = rounded(complexExp({ re: -z.re, im: -z.im }), round);
    return complexDivide(one, rounded(complexAdd(one, power), round));
  },
  negate: (z) => ({ re: -z.re, im: -z.im }),
  rsqrt: (z) => complexDivide(one, complexSqrt(z)),
  sign: (z, round) => {
    if (Number.isNaN(z.re) || Number.isNaN(z.im)) return { re: NaN, im: NaN };
    const size = round(complexAbs(z));
    return size === 0 ? { re: 0, im: 0 } : complexDivide(z, { re: size, im: 0 });
  },
  sine: complexSin,
  sqrt: complexSqrt,
  tan: complexTan,
  tanh: complexTanh,
} as const satisfies Readonly<Record<string, (z: Complex, round: Round) => Complex>>;

/** Operations of two complex operands, under StableHLO's names; the caller rounds the components. */
export const complexBinary = {
  add: complexAdd,
  atan2: complexAtan2,
  divide: complexDivide,
  // Lexicographic by real, then imaginary component; with NaNs, the right operand.
  maximum: (a, b) => (follows(a, b) ? a : b),
  minimum: (a, b) => (follows(b, a) ? a : b),
  multiply: (a, b, round) => ({
    re: round(a.re * b.re) - round(a.im * b.im),
    im: round(a.re * b.im) + round(a.im * b.re),
  }),
  power: complexPower,
  subtract: complexSubtract,
} as const satisfies Readonly<Record<string, (a: Complex, b: Complex, round: Round) => Complex>>;

function follows(a: Complex, b: Complex): boolean {
  return a.re > b.re || (a.re === b.re && a.im > b.im);
}

function rounded(z: Complex, round: Round): Complex {
  return { re: round(z.re), im: round(z.im) };
}

function roundTo(kind: ComplexKind): Round {
  return kind === 'complex<f32>' ? Math.fround : (x) => x;
}

/** Applies an operation to every element of complex storage. */
export function mapComplex(
  kind: ComplexKind,
  data: ArrayData,
  operation: (z: Complex, round: Round) => Complex,
): ArrayData {
  const parts = floats(data);
  const out = floats(allocate(kind, parts.length / 2));
  const round = roundTo(kind);
  for (let i = 0; i < parts.length; i += 2) {
    const result = operation({ re: parts[i], im: parts[i + 1] }, round);
    out[i] = result.re;
    out[i + 1] = result.im;
  }
  return out;
}

/** Applies an operation to every pair of elements of complex storage. */
export function zipComplex(
  kind: ComplexKind,
  lhs: ArrayData,
  rhs: ArrayData,
  operation: (a: Complex, b: Complex, round: Round) => Complex,
): ArrayData {
  const left = floats(lhs);
  const right = floats(rhs);
  const out = floats(allocate(kind, left.length / 2));
  const round = roundTo(kind);
  for (let i = 0; i < left.length; i += 2) {
    const a = { re: left[i], im: left[i + 1] };
    const result = operation(a, { re: right[i], im: right[i + 1] }, round);
    out[i] = result.re;
    out[i + 1] = result.im;
  }
  return out;
}

/** Absolute values of complex storage, in storage of the component kind. */
export function complexMagnitudes(kind: ComplexKind, data: ArrayData): ArrayData {
  const parts = floats(data);
  const out = allocate(partKind(kind), parts.length / 2);
  for (let i = 0; i < out.length; i += 1) out[i] = complexAbs({ re: parts[2 * i], im: parts[2 * i + 1] });
  return out;
}

/** Real (`part` 0) or imaginary (`part` 1) components of complex storage, in storage of the component kind. */
export function complexParts(kind: ComplexKind, data: ArrayData, part: 0 | 1): ArrayData {
  const parts = floats(data);
  const out = allocate(partKind(kind), parts.length / 2);
  for (let i = 0; i < out.length; i += 1) out[i] = parts[2 * i + part];
  return out;
}

/** The float storage of complex elements. */
function floats(data: ArrayData): Float32Array | Float64Array {
  if (data instanceof Float32Array || data instanceof Float64Array) return data;
  throw new Error('complex elements are stored as floats');
}
