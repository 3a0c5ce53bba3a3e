import type { Reduction } from '@shardform/dialect-dist';
import {
  binary,
  broadcastInDim,
  dotGeneral,
  filled,
  type NdArray,
  reduce,
  select,
  compare,
  scalarArray,
  shardAlong,
  transpose,
  zeros,
} from '@shardform/runtime-sim';

const MATRIX = {
  lhsBatchingDimensions: [],
  rhsBatchingDimensions: [],
  lhsContractingDimensions: [1],
  rhsContractingDimensions: [0],
};

/** Matrix product over the last two dimensions; the others are batches. */
export function matmul(lhs: NdArray, rhs: NdArray): NdArray {
  const rank = lhs.shape.length;
  if (rank === 2) return dotGeneral(lhs, rhs, MATRIX, lhs.kind);
  const batching = Array.from({ length: rank - 2 }, (_, dim) => dim);
  const dims = {
    lhsBatchingDimensions: batching,
    rhsBatchingDimensions: batching,
    lhsContractingDimensions: [rank - 1],
    rhsContractingDimensions: [rank - 2],
  };
  return dotGeneral(lhs, rhs, dims, lhs.kind);
}

/** Gradients of both operands of a product of matrices. */
export function matmulGrad(lhs: NdArray, rhs: NdArray, gradient: NdArray): readonly [NdArray, NdArray] {
  return [matmulLhsGrad(rhs, gradient), matmulRhsGrad(lhs, gradient)];
}

/** Gradient of the first operand of a product of matrices. */
export function matmulLhsGrad(rhs: NdArray, gradient: NdArray): NdArray {
  return matmul(gradient, transpose(rhs, [1, 0]));
}

/** Gradient of the second operand of a product of matrices. */
export function matmulRhsGrad(lhs: NdArray, gradient: NdArray): NdArray {
  return matmul(transpose(lhs, [1, 0]), gradient);
}

/** An operation element by element, sizes of 1 repeated. */
export function elementwise(
  op: 'add' | 'subtract' | 'multiply' | 'divide',
  lhs: NdArray,
  rhs: NdArray,
): NdArray {
  const rank = Math.max(lhs.shape.length, rhs.shape.length);
  const shape = Array.from({ length: rank }, (_, dim) =>
    Math.max(lhs.shape[dim - rank + lhs.shape.length] ?? 1, rhs.shape[dim - rank + rhs.shape.length] ?? 1),
  );
  return binary(op, repeated(lhs, shape), repeated(rhs, shape));
}

function repeated(array: NdArray, shape: readonly number[]): NdArray {
  if (array.shape.join() === shape.join()) return array;
  const offset = shape.length - array.shape.length;
  // Broadcasting keeps sizes, so dimensions of size 1 that grow are dropped first.
  const kept = array.shape.flatMap((size, dim) => (size === shape[offset + dim] ? [dim] : []));
  const dropped: NdArray = { ...array, shape: kept.map((dim) => array.shape[dim]) };
  return broadcastInDim(
    dropped,
    shape,
    kept.map((dim) => offset + dim),
  );
}

/** `max(x, 0)`. */
export function relu(x: NdArray): NdArray {
  return binary('maximum', x, zeros(x.kind, x.shape));
}

/** Returns the gradient where `x` is positive, else zero. */
export function reluGrad(x: NdArray, gradient: NdArray): NdArray {
  const none = zeros(x.kind, x.shape);
  return select(compare('GT', x, none), gradient, none);
}

/** Returns the sum of squared differences, divided by the size of the batch. */
export function loss(prediction: NdArray, target: NdArray, batch: number): NdArray {
  const difference = binary('subtract', prediction, target);
  const squares = binary('multiply', difference, difference);
  const dims = squares.shape.map((_, dim) => dim);
  const sum = reduce(squares, scalarArray(squares.kind, 0), dims, 'add');
  return binary('divide', sum, scalarArray(sum.kind, batch));
}

/** Returns the gradient of {@link loss} with respect to the prediction. */
export function lossGrad(prediction: NdArray, target: NdArray, batch: number): NdArray {
  const difference = binary('subtract', prediction, target);
  const { kind, shape } = difference;
  const doubled = binary('multiply', filled(kind, shape, 2), difference);
  return binary('divide', doubled, filled(kind, shape, batch));
}

/** `weight - rate * gradient`. */
export function update(weight: NdArray, gradient: NdArray, rate: number): NdArray {
  const step = binary('multiply', filled(gradient.kind, gradient.shape, rate), gradient);
  return binary('subtract', weight, step);
}

const combiners = { sum: 'add', max: 'maximum', min: 'minimum', product: 'multiply' } as const;

/** Combines arrays element by element, the first with the second, the result with the third, and so on. */
export function combine(reduction: Reduction, parts: readonly NdArray[]): NdArray {
  return parts.slice(1).reduce((all, part) => binary(combiners[reduction], all, part), parts[0]);
}

/** Equal slices of an array along a dimension. */
export function divided(array: NdArray, axis: number, parts: number): NdArray[] {
  return Array.from({ length: parts }, (_, part) => shardAlong(array, axis, part, parts));
}
