import {
  DenseArrayAttr,
  f32,
  FloatAttr,
  i32,
  type Operation,
  pattern,
  type RewritePattern,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import {
  AddOp,
  BatchNormInferenceOp,
  BroadcastOp,
  Conv2dOp,
  ConvTranspose2dOp,
  creation,
  DivOp,
  FullOp,
  MultiplyOp,
  SqrtOp,
  SubtractOp,
  TensorBuilder,
  tensorOf,
} from '@shardform/dialect-ttir';
import { isConstantArgument } from '../constant-arguments.ts';
import { dependsOn, eitherWay, moveBefore } from './values.ts';

type Convolution = Conv2dOp | ConvTranspose2dOp;

function isConvolution(op: Operation | null): op is Convolution {
  return op instanceof Conv2dOp || op instanceof ConvTranspose2dOp;
}

/** Returns true if a value is computed from parameters, constants and new tensors only. */
function isConstant(value: Value): boolean {
  const { definingOp: op } = value;
  if (op === null) return isConstantArgument(value);
  return op.operands.length === 0 ? op.hasTrait(creation) : op.operandValues().every(isConstant);
}

/** The factor per output channel, without its broadcast, as `[1, 1, 1, C]` in the order of the result. */
function scaleOf(conv: Convolution, factor: Value): Tensor | null {
  const scale = tensorOf(factor.definingOp instanceof BroadcastOp ? factor.definingOp.input : factor);
  const { shape } = conv.result.type;
  const channels = conv.channelDim?.number ?? shape.length - 1;
  const expected = shape.map((size, d) => (d === channels ? size : 1));
  if (scale.type.shape.join() !== expected.join() || !isConstant(factor)) return null;
  return dependsOn(factor, conv) ? null : scale;
}

/** A factor per output channel moves into the weights, where it is multiplied once. */
const scaleWeights = pattern(MultiplyOp, 'ttir-fuse-conv-scale', (op, rewriter) => {
  for (const [scaled, factor] of eitherWay(op)) {
    const conv = scaled.definingOp;
    if (!isConvolution(conv) || !conv.result.hasOneUse || scaled.type !== op.result.type) continue;
    // Their weights hold the channels of one group, which all groups share the places of.
    if (conv instanceof ConvTranspose2dOp && conv.groups.number !== 1) continue;
    const scale = scaleOf(conv, factor);
    if (scale === null) continue;
    moveBefore(scale, conv, rewriter);
    rewriter.setInsertionPoint(conv);
    const build = new TensorBuilder(rewriter);
    const { weight, bias } = conv;
    const outputs = conv instanceof Conv2dOp ? 0 : 1;
    const count = scale.type.elementCount;
    const perOutput = build.reshape(
      scale,
      weight.type.shape.map((_, d) => (d === outputs ? count : 1)),
    );
    const times = (lhs: Tensor, rhs: Tensor): Tensor =>
      rewriter.create(MultiplyOp, { lhs, rhs }, [lhs.type]).result;
    const operands = [conv.input, times(weight, perOutput), ...(bias === null ? [] : [times(bias, scale)])];
    rewriter.modifyInPlace(conv, () => {
      conv.setOperands(operands);
    });
    rewriter.replaceOp(op, [conv.result]);
    return true;
  }
  return false;
});

/** A batch normalization of a convolution is a factor and a summand per channel, which the convolution takes in. */
const unfoldBatchNorm = pattern(BatchNormInferenceOp, 'ttir-unfold-batch-norm', (op, rewriter) => {
  const conv = op.operand.definingOp;
  if (!isConvolution(conv) || !conv.result.hasOneUse || conv.result.type !== op.result.type) return false;
  const { scale, offset, mean, variance } = op;
  if (![scale, offset, mean, variance].every(({ type }) => type.rank === 1 || type.rank === 4)) return false;
  const build = new TensorBuilder(rewriter);
  const shape = DenseArrayAttr.get(i32, [1]);
  const fillValue = FloatAttr.get(op.epsilon.value, f32);
  const epsilon = rewriter.create(FullOp, { shape, fillValue }, [variance.type.withShape([1])]).result;
  const sum = rewriter.create(AddOp, { lhs: variance, rhs: epsilon }, [variance.type]).result;
  const deviation = rewriter.create(SqrtOp, { input: sum }, [variance.type]).result;
  const alpha = rewriter.create(DivOp, { lhs: scale, rhs: deviation }, [scale.type]).result;
  const shift = rewriter.create(MultiplyOp, { lhs: mean, rhs: alpha }, [mean.type]).result;
  const beta = rewriter.create(SubtractOp, { lhs: offset, rhs: shift }, [offset.type]).result;
  const dimension = op.dimension.number;
  const perChannel = (input: Tensor): Tensor =>
    input.type.rank === 4
      ? input
      : build.reshape(
          input,
          [0, 1, 2, 3].map((d) => (d === dimension ? input.type.dimSize(0) : 1)),
        );
  const factor = perChannel(alpha);
  const summand = perChannel(beta);
  const scaled = rewriter.create(MultiplyOp, { lhs: op.operand, rhs: factor }, [op.operand.type]).result;
  rewriter.replaceOpWith(op, AddOp, { lhs: scaled, rhs: summand }, op.resultTypes());
  return true;
});

/** Factors of the results of convolutions. */
export const convolutionScalePatterns: readonly RewritePattern[] = [scaleWeights, unfoldBatchNorm];
