import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import type { InterfaceImplementation, OpWithDefinition } from '@shardform/ir-core';
import {
  binary,
  convert,
  filled,
  interpretable,
  type NdArray,
  reduce,
  reshape,
  scalarArray,
  transpose,
  unary,
} from '@shardform/runtime-sim';
import { both } from './both.ts';
import { asResult, spread } from '../result.ts';

/** Reduces each row along dimensions to one number, broadcast over the row. */
function perRow(x: NdArray, dims: readonly number[], reducer: 'add' | 'maximum'): NdArray {
  const start = scalarArray(x.kind, reducer === 'maximum' ? -Infinity : 0);
  const kept = x.shape.map((size, d) => (dims.includes(d) ? 1 : size));
  return spread(reshape(reduce(x, start, dims, reducer), kept), x.shape);
}

/** Exponentials along a dimension, with the sum 1. The greatest element is subtracted first: none overflows then. */
export function softmax(x: NdArray, dim: number): NdArray {
  const wide = convert(x, 'f32');
  const dims = [dim < 0 ? dim + x.shape.length : dim];
  const exponentials = unary('exponential', binary('subtract', wide, perRow(wide, dims, 'maximum')));
  return binary('divide', exponentials, perRow(exponentials, dims, 'add'));
}

/** The options that layer and RMS normalization share: optional scales and offsets come last. */
interface NormOptions {
  /** Of how many of the last dimensions. */
  readonly rank: number;
  readonly epsilon: number;
  /** True if the mean is subtracted first. */
  readonly isCentered: boolean;
}

/** Divides by the root mean square over the last dimensions, then scales and moves. */
function normalized(
  [x, weight, bias]: readonly [NdArray, NdArray | undefined, NdArray | undefined],
  { rank, epsilon, isCentered }: NormOptions,
): NdArray {
  const given = convert(x, 'f32');
  const { shape } = given;
  const dims = shape.map((_, d) => d).slice(shape.length - rank);
  const count = dims.reduce((product, d) => product * shape[d], 1);
  const scalar = (value: number): NdArray => filled('f32', shape, value);
  const mean = (values: NdArray): NdArray => binary('divide', perRow(values, dims, 'add'), scalar(count));
  const wide = isCentered ? binary('subtract', given, mean(given)) : given;
  const scale = unary('rsqrt', binary('add', mean(binary('multiply', wide, wide)), scalar(epsilon)));
  const whole = (vector: NdArray): NdArray => spread(convert(vector, 'f32'), shape);
  let made = binary('multiply', wide, scale);
  if (weight !== undefined) made = binary('multiply', made, whole(weight));
  return bias === undefined ? made : binary('add', made, whole(bias));
}

/** Heads lie behind each other in the last dimension. */
function concatenateHeads(x: NdArray): NdArray {
  // Verified: heads have four dimensions.
  const [batch, heads, length, size] = x.shape as readonly [number, number, number, number];
  return reshape(transpose(x, [0, 2, 1, 3]), [batch, length, heads * size]);
}

type Norm = ttir.RmsNormOp | ttnn.RmsNormOp | ttir.LayerNormOp | ttnn.LayerNormOp;
const norms: readonly OpWithDefinition<Norm>[] = [
  ttir.RmsNormOp,
  ttnn.RmsNormOp,
  ttir.LayerNormOp,
  ttnn.LayerNormOp,
];

/** Returns the operands by their position, `undefined` for those that are absent. */
function operandsOf(op: Norm, inputs: readonly NdArray[]): Parameters<typeof normalized>[0] {
  return op.weight === null ? [inputs[0], undefined, inputs.at(1)] : [inputs[0], inputs.at(1), inputs.at(2)];
}

/**
 * Normalisations, and the splitting and joining of attention heads. Sums are formed in f32, as the target forms them.
 */
export const normalizationInterpreters: readonly InterfaceImplementation[] = [
  ...both(ttir.SoftmaxOp, ttnn.SoftmaxOp, (op) => ([x]) => [asResult(op, softmax(x, op.dimension.number))]),
  ...norms.map((definition) =>
    interpretable.implementFor(definition, (op) => (inputs) => {
      const isTtir = op instanceof ttir.RmsNormOp || op instanceof ttir.LayerNormOp;
      const rank = isTtir ? op.normalizedShape.numbers().length : 1;
      const epsilon = op.epsilon?.value ?? (isTtir ? 1e-5 : 1e-12);
      const isCentered = op instanceof ttir.LayerNormOp || op instanceof ttnn.LayerNormOp;
      return [asResult(op, normalized(operandsOf(op, inputs), { rank, epsilon, isCentered }))];
    }),
  ),
  ...both(ttir.ConcatenateHeadsOp, ttnn.ConcatenateHeadsOp, (op) => ([x]) => [
    asResult(op, concatenateHeads(x)),
  ]),
];
