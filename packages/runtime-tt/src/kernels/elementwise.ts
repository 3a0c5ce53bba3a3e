import {
  type ArrayKind,
  arrayOf,
  binary,
  type BinaryOp,
  compare,
  type ComparisonDirection,
  convert,
  elementsOf,
  filled,
  type NdArray,
  select,
  unary,
  type UnaryOp,
} from '@shardform/runtime-sim';
import { commonShape, spread } from '../result.ts';

/** Computes a tensor of the result's shape, element by element. */
export type ElementwiseKernel = (inputs: readonly NdArray[], kind: ArrayKind) => NdArray;

/** Makes a kernel out of an operation on one array. */
export const unaryKernel =
  (op: UnaryOp): ElementwiseKernel =>
  ([x]) =>
    unary(op, x);

/** Makes a kernel out of an operation on two arrays, which are broadcast and widened to a common kind. */
export const binaryKernel =
  (op: BinaryOp): ElementwiseKernel =>
  (inputs, kind) => {
    const shape = commonShape(inputs);
    const [lhs, rhs] = inputs.map((x) => spread(convert(x, wider(inputs, kind)), shape));
    return binary(op, lhs, rhs);
  };

/** Makes a kernel out of a comparison of two arrays, which are broadcast. */
export const compareKernel =
  (direction: ComparisonDirection): ElementwiseKernel =>
  (inputs) => {
    const shape = commonShape(inputs);
    const [lhs, rhs] = inputs.map((x) => spread(convert(x, inputs[0].kind), shape));
    return compare(direction, lhs, rhs);
  };

/** The kind in which operands are combined: that of the first, which operands share. */
function wider(inputs: readonly NdArray[], kind: ArrayKind): ArrayKind {
  const [first] = inputs;
  return inputs.every((x) => x.kind === first.kind) ? first.kind : kind;
}

/** Makes a kernel out of a function of numbers, for operations without a kernel of their own. */
export const numberKernel =
  (compute: (x: number) => number): ElementwiseKernel =>
  ([x]) =>
    arrayOf(
      x.kind,
      x.shape,
      elementsOf(x).map((element) => compute(Number(element))),
    );

/** Returns 1 for elements other than zero and 0 for the others, as `i1`. */
export function truth(x: NdArray): NdArray {
  return x.kind === 'i1'
    ? x
    : compare('NE', x, filled(x.kind, x.shape, x.kind === 'i64' || x.kind === 'ui64' ? 0n : 0));
}

/** Makes a kernel out of a logical operation on truth values of two arrays, which are broadcast. */
export const logicalKernel =
  (op: 'and' | 'or' | 'xor'): ElementwiseKernel =>
  (inputs) => {
    const shape = commonShape(inputs);
    const [lhs, rhs] = inputs.map((x) => spread(truth(x), shape));
    return binary(op, lhs, rhs);
  };

/** Selects elements of the second array where the first is other than zero, of the third elsewhere. */
export const whereKernel: ElementwiseKernel = (inputs, kind) => {
  const shape = commonShape(inputs);
  const [first, second, third] = inputs;
  return select(
    spread(truth(first), shape),
    spread(convert(second, kind), shape),
    spread(convert(third, kind), shape),
  );
};

/** Limits the elements of the first array to between the second and the third. */
export const clampKernel: ElementwiseKernel = (inputs, kind) => {
  const shape = commonShape(inputs);
  const [x, low, high] = inputs.map((input) => spread(convert(input, kind), shape));
  return binary('minimum', binary('maximum', x, low), high);
};

/** Returns the error function (Abramowitz and Stegun 7.1.5, a series, and 7.1.14, a continued fraction). */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (size < 2.5) {
    let [term, sum] = [x, x];
    for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
      term *= (-x * x) / n;
      sum += term / (2 * n + 1);
    }
    return (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = size;
  for (let n = 60; n > 0; n--) fraction = size + n / 2 / fraction;
  return Math.sign(x) * (1 - Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction));
}
