import {
  BatchNormGradOp,
  BatchNormInferenceOp,
  BatchNormTrainingOp,
  CholeskyOp,
  FftOp,
  RngBitGeneratorOp,
  RngOp,
  TriangularSolveOp,
} from '@shardform/dialect-stablehlo';
import type { InstructionAttributes, Shape } from '@shardform/hlo-module';
import type { FloatAttr, IntegerAttr } from '@shardform/ir-core';
import { inLayoutOf } from '../build/shapes.ts';
import { arrayShapeOf, shapeOfArray } from './context.ts';
import { isTrue } from './literals.ts';
import { type Lowering, lowering } from './lowering.ts';

function normalization(op: {
  readonly epsilon: FloatAttr;
  readonly featureIndex: IntegerAttr;
}): InstructionAttributes {
  // XLA writes the shortest decimal of a single float.
  return {
    epsilon: Number(Math.fround(op.epsilon.value).toPrecision(6)),
    featureIndex: op.featureIndex.number,
  };
}

const distributions: Readonly<Record<string, string>> = { UNIFORM: 'rng_uniform', NORMAL: 'rng_normal' };
const algorithms: Readonly<Record<string, string>> = {
  DEFAULT: 'rng_default',
  THREE_FRY: 'rng_three_fry',
  PHILOX: 'rng_philox',
};

/** Exports of linear algebra, transforms, normalization and random numbers. */
export const numericsLowerings: readonly Lowering[] = [
  lowering(FftOp, (op, context) => {
    const operand = context.get(op.operand);
    const shape = inLayoutOf(arrayShapeOf(op.getResult().type, op), shapeOfArray(operand));
    context.result(op, 'fft', shape, [operand], {
      attributes: { fftType: op.fftType.value, fftLength: op.fftLength.numbers() },
    });
  }),
  lowering(CholeskyOp, (op, context) => {
    const a = context.get(op.a);
    context.result(op, 'cholesky', a.shape, [a], { attributes: { lower: isTrue(op.lower) } });
  }),
  lowering(TriangularSolveOp, (op, context) => {
    const b = context.get(op.b);
    context.result(op, 'triangular-solve', b.shape, [context.get(op.a), b], {
      attributes: {
        leftSide: op.leftSide.value !== 0n,
        lower: op.lower.value !== 0n,
        unitDiagonal: op.unitDiagonal.value !== 0n,
        ...(op.transposeA.value !== 'TRANSPOSE_INVALID' && { transposeA: op.transposeA.value }),
      },
    });
  }),
  lowering(BatchNormTrainingOp, (op, context) => {
    const operands = context.getAll([op.operand, op.scale, op.offset]);
    const shapes = op.results.map(({ type }): Shape => arrayShapeOf(type, op));
    shapes[0] = context.get(op.operand).shape;
    const training = context.builder.add(
      'batch-norm-training',
      { kind: 'tuple', elements: shapes },
      operands,
      { attributes: normalization(op) },
    );
    context.untuple(op, training);
  }),
  lowering(BatchNormInferenceOp, (op, context) => {
    const operands = context.getAll([op.operand, op.scale, op.offset, op.mean, op.variance]);
    context.result(op, 'batch-norm-inference', context.get(op.operand).shape, operands, {
      attributes: normalization(op),
    });
  }),
  lowering(BatchNormGradOp, (op, context) => {
    const operands = context.getAll([op.operand, op.scale, op.mean, op.variance, op.gradOutput]);
    const shapes = op.results.map(({ type }): Shape => arrayShapeOf(type, op));
    shapes[0] = context.get(op.operand).shape;
    const gradient = context.builder.add('batch-norm-grad', { kind: 'tuple', elements: shapes }, operands, {
      attributes: normalization(op),
    });
    context.untuple(op, gradient);
  }),
  lowering(RngOp, (op, context) => {
    const operands = context.getAll([op.a, op.b]);
    context.result(op, 'rng', arrayShapeOf(op.result.type, op), operands, {
      attributes: { distribution: distributions[op.rngDistribution.value] ?? '' },
    });
  }),
  lowering(RngBitGeneratorOp, (op, context) => {
    const state = context.get(op.initialState);
    const shape: Shape = {
      kind: 'tuple',
      elements: [state.shape, arrayShapeOf(op.output.type, op)],
    };
    const generator = context.builder.add('rng-bit-generator', shape, [state], {
      attributes: { rngAlgorithm: algorithms[op.rngAlgorithm.value] ?? '' },
    });
    context.untuple(op, generator);
  }),
];
