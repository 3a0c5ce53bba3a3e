import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import {
  boolAttr,
  type ConversionPattern,
  type CreatableOp,
  DenseArrayAttr,
  DenseElementsAttr,
  f32,
  FloatAttr,
  i32,
  IntegerAttr,
  type Operation,
  product,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import { conversion, type ConversionScope } from './convertible.ts';

type Binary = CreatableOp<
  { readonly lhs: Tensor; readonly rhs: Tensor },
  Operation & { readonly result: Tensor }
>;

/** Returns true if the target's normalization takes the rank: tensors of two to five dimensions. */
function isSupported({ type }: Tensor): boolean {
  return type.rank >= 2 && type.rank <= 5;
}

function dimension(op: { readonly featureIndex: IntegerAttr }): IntegerAttr {
  return IntegerAttr.get(op.featureIndex.number, i32);
}

const inference = conversion(shlo.BatchNormInferenceOp, (op, { builder }) => {
  if (!isSupported(op.operand)) return null;
  const { operand, scale, offset, mean, variance, epsilon } = op;
  const args = { operand, scale, offset, mean, variance, epsilon, dimension: dimension(op) };
  return builder.create(ttir.BatchNormInferenceOp, args, op.resultTypes());
});

/** Running statistics start fresh, and the momentum of one makes them those of the batch. */
const training = conversion(shlo.BatchNormTrainingOp, (op, { builder }) => {
  if (!isSupported(op.operand)) return null;
  const [, meanType, varianceType] = op.resultTypes().map(ttir.tensorType);
  const shape = DenseArrayAttr.get(i32, meanType!.shape);
  const runningMean = builder.create(ttir.ZerosOp, { shape }, [meanType!]).result;
  const runningVariance = builder.create(ttir.OnesOp, { shape }, [varianceType!]).result;
  const { operand, scale, offset, epsilon } = op;
  return builder.create(
    ttir.BatchNormTrainingOp,
    {
      operand,
      scale,
      offset,
      runningMean,
      runningVariance,
      epsilon,
      dimension: dimension(op),
      momentum: FloatAttr.get(1, f32),
    },
    op.resultTypes(),
  );
});

/** The arithmetic of the gradient on whole tensors (StableHLO spec, "batch_norm_grad"). */
class GradientBuilder {
  readonly #builder: ConversionScope['builder'];
  readonly #type: RankedTensorType;
  readonly #feature: number;

  constructor({ builder }: ConversionScope, type: RankedTensorType, feature: number) {
    this.#builder = builder;
    this.#type = type;
    this.#feature = feature;
  }

  binary(op: Binary, lhs: Tensor, rhs: Tensor): Tensor {
    return this.#builder.create(op, { lhs, rhs }, [this.#type]).result;
  }

  sqrt(input: Tensor): Tensor {
    return this.#builder.create(ttir.SqrtOp, { input }, [this.#type]).result;
  }

  /** A value per feature, repeated over the other dimensions. */
  spread(value: Tensor): Tensor {
    return ttir.repeatTo(this.#builder, value, this.#type, value.type.rank === 0 ? [] : [this.#feature]);
  }

  constant(number: number): Tensor {
    const scalar = RankedTensorType.get([], this.#type.elementType);
    const value = DenseElementsAttr.splat(scalar, number);
    return this.spread(this.#builder.create(ttir.ConstantOp, { value }, [scalar]).result);
  }

  /** The sum over all dimensions but the features. */
  sum(input: Tensor, type: RankedTensorType): Tensor {
    const dims = this.#type.shape.flatMap((_, d) => (d === this.#feature ? [] : [d]));
    const args = { input, keepDim: boolAttr(false), dimArg: ttir.i32Array(dims) };
    return this.#builder.create(ttir.SumOp, args, [type]).result;
  }
}

const gradient = conversion(shlo.BatchNormGradOp, (op, scope) => {
  if (!isSupported(op.operand)) return null;
  const { type } = op.operand;
  const feature = op.featureIndex.number;
  const build = new GradientBuilder(scope, type, feature);
  const [, scaleType, offsetType] = op.resultTypes().map(ttir.tensorType);
  const scale = build.spread(op.scale);
  const mean = build.spread(op.mean);
  const variance = build.spread(op.variance);
  const epsilon = build.constant(op.epsilon.value);
  const centered = build.binary(ttir.SubtractOp, op.operand, mean);
  const shifted = build.binary(ttir.AddOp, variance, epsilon);
  const deviation = build.sqrt(shifted);
  const normalized = build.binary(ttir.DivOp, centered, deviation);
  const count = product(type.shape) / type.dimSize(feature);
  const perFeature = build.constant(count);
  const scaled = build.binary(ttir.MultiplyOp, op.gradOutput, perFeature);
  const summed = build.spread(build.sum(op.gradOutput, scaleType!));
  const products = build.binary(ttir.MultiplyOp, op.gradOutput, centered);
  const correlation = build.spread(build.sum(products, scaleType!));
  const pulled = build.binary(ttir.DivOp, build.binary(ttir.MultiplyOp, correlation, centered), shifted);
  const inner = build.binary(ttir.SubtractOp, build.binary(ttir.SubtractOp, scaled, summed), pulled);
  const factor = build.binary(ttir.DivOp, build.binary(ttir.DivOp, scale, deviation), perFeature);
  const gradOperand = build.binary(ttir.MultiplyOp, factor, inner);
  const gradScale = build.sum(build.binary(ttir.MultiplyOp, op.gradOutput, normalized), scaleType!);
  const gradOffset = build.sum(op.gradOutput, offsetType!);
  return [gradOperand, gradScale, gradOffset];
});

/** Batch normalization. */
export const batchNormConversions: readonly ConversionPattern[] = [inference, training, gradient];
