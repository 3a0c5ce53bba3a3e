import {
  BlockArgument,
  DenseArrayAttr,
  f32,
  FloatAttr,
  i32,
  pattern,
  type RewritePattern,
  type Rewriter,
  type Tensor,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import {
  AddOp,
  BroadcastOp,
  checks,
  Conv2dOp,
  Conv3dOp,
  ConvTranspose2dOp,
  PadOp,
  tensorOf,
  TypecastOp,
} from '@shardform/dialect-ttir';
import { eitherWay, lookThrough, moveBefore } from './values.ts';

/** The attribute of arguments that are weights of convolutions: the host prepares them. */
const CONV_WEIGHT = 'ttir.conv2d_weight';

function tagWeight(op: Conv2dOp | Conv3dOp): boolean {
  const { weight } = op;
  const source: Value = weight.definingOp instanceof TypecastOp ? weight.definingOp.input : weight;
  const func = source instanceof BlockArgument ? source.owner.parentOp : null;
  if (!(source instanceof BlockArgument) || !(func instanceof FuncOp)) return false;
  if (valueAttrs(func, 'arg_attrs', source.index).get(CONV_WEIGHT) !== null) return false;
  setValueAttr(func, 'arg_attrs', source.index, CONV_WEIGHT, UnitAttr.instance);
  return true;
}

/** Arguments that are weights of convolutions are marked. */
export const weightTags: readonly RewritePattern[] = [
  pattern(Conv2dOp, 'ttir-tag-conv2d-weight', tagWeight, { benefit: 2 }),
  pattern(Conv3dOp, 'ttir-tag-conv3d-weight', tagWeight, { benefit: 2 }),
];

type Convolution = Conv2dOp | Conv3dOp | ConvTranspose2dOp;

/** Returns the addend per output channel, without its broadcast; `null` for other values. */
function perChannel(op: Convolution, value: Value): Tensor | null {
  const bias = tensorOf(lookThrough(value, BroadcastOp));
  const { shape } = op.result.type;
  const channels = op.channelDim?.number ?? shape.length - 1;
  const expected = shape.map((size, d) => (d === channels ? size : 1));
  return bias.type.shape.join() === expected.join() ? bias : null;
}

/** A sum of a convolution and a number per channel is a convolution with bias. */
const addBias = pattern(AddOp, 'ttir-fuse-conv-bias', (op, rewriter) => {
  for (const [sum, other] of eitherWay(op)) {
    const conv = sum.definingOp;
    if (!isConvolution(conv) || !conv.result.hasOneUse || sum.type !== op.result.type) continue;
    const bias = perChannel(conv, other);
    if (bias === null) continue;
    moveBefore(bias, conv, rewriter);
    rewriter.setInsertionPoint(conv);
    const before = conv.bias;
    const total =
      before === null ? bias : rewriter.create(AddOp, { lhs: before, rhs: bias }, [bias.type]).result;
    rewriter.modifyInPlace(conv, () => {
      conv.setOperands([conv.input, conv.weight, total]);
    });
    rewriter.replaceOp(op, [conv.result]);
    return true;
  }
  return false;
});

function isConvolution(op: unknown): op is Convolution {
  return op instanceof Conv2dOp || op instanceof Conv3dOp || op instanceof ConvTranspose2dOp;
}

/** Returns true if a convolution has windows of `size` and adds `padding` around the image. */
function hasWindow(op: Conv2dOp, size: number, padding: number): boolean {
  const { shape } = op.weight.type;
  const added = checks.quadrupleOf(op.padding);
  if (shape.length !== 4 || shape[2] !== size || shape[3] !== size || typeof added === 'string') return false;
  return added.every((number) => number === padding);
}

/** Returns true if `small` convolves the middle of the windows of `large` and everything else is the same. */
function isMiddleOf(small: Conv2dOp, large: Conv2dOp): boolean {
  return (
    hasWindow(large, 3, 1) &&
    hasWindow(small, 1, 0) &&
    large.stride === small.stride &&
    large.dilation === small.dilation &&
    large.groups === small.groups
  );
}

function sumOf(a: Tensor, b: Tensor, rewriter: Rewriter): Tensor {
  return rewriter.create(AddOp, { lhs: a, rhs: b }, [a.type]).result;
}

/** Convolutions of the same image with windows of three and of one: the weight of one is added in the middle. */
const addMiddle = pattern(AddOp, 'ttir-fuse-conv-sum', (op, rewriter) => {
  for (const [first, second] of eitherWay(op)) {
    const [large, small] = [first.definingOp, second.definingOp];
    if (!(large instanceof Conv2dOp) || !(small instanceof Conv2dOp) || large.input !== small.input) continue;
    if (!large.result.hasOneUse || !small.result.hasOneUse || !isMiddleOf(small, large)) continue;
    if (large.result.type !== op.result.type) continue;
    if (large.bias !== null && small.bias !== null && large.bias.type !== small.bias.type) continue;
    for (const operand of [small.weight, small.bias])
      if (operand !== null) moveBefore(operand, large, rewriter);
    rewriter.setInsertionPoint(large);
    const padding = DenseArrayAttr.get(i32, [0, 0, 0, 0, 1, 1, 1, 1]);
    const args = { input: small.weight, padding, value: FloatAttr.get(0, f32) };
    const padded = rewriter.create(PadOp, args, [large.weight.type]).result;
    const weight = sumOf(padded, large.weight, rewriter);
    const bias =
      large.bias && small.bias ? sumOf(large.bias, small.bias, rewriter) : (large.bias ?? small.bias);
    rewriter.modifyInPlace(large, () => {
      large.setOperands([large.input, weight, ...(bias === null ? [] : [bias])]);
    });
    rewriter.replaceOp(op, [large.result]);
    return true;
  }
  return false;
});

/** Zeros around the image are added by the convolution. */
const padConv3d = pattern(Conv3dOp, 'ttir-fuse-pad-conv3d', (op, rewriter) => {
  const pad = op.input.definingOp;
  if (!(pad instanceof PadOp) || !pad.result.hasOneUse || pad.value.value !== 0) return false;
  const before = checks.tripleOf(op.padding);
  if (op.paddingMode?.value !== 'zeros' || typeof before === 'string') return false;
  const added = pad.padding.numbers();
  const dims = [op.depthDim, op.heightDim, op.widthDim].map((dim, i) => dim?.number ?? i + 1);
  const isAdded = pad.input.type.shape.every(
    (_, d) => added[2 * d] === added[2 * d + 1] && (dims.includes(d) || added[2 * d] === 0),
  );
  if (!isAdded) return false;
  rewriter.modifyInPlace(op, () => {
    op.setOperand(0, pad.input);
    op.padding = DenseArrayAttr.get(
      i32,
      dims.map((dim, i) => before[i]! + added[2 * dim]!),
    );
  });
  return true;
});

/** Convolutions with what stands around them. */
export const convolutionPatterns: readonly RewritePattern[] = [addBias, padConv3d, addMiddle];
