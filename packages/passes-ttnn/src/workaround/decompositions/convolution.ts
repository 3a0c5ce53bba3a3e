import {
  changedTensor,
  Conv1dOp,
  Conv2dConfigAttr,
  Conv2dOp,
  ConvTranspose2dOp,
  layoutOf,
  roundedUp,
  TensorBuilder,
  TILE,
  ToTensorSpecOp,
  UpsampleOp,
} from '@shardform/dialect-ttnn';
import {
  pattern,
  type RankedTensorType,
  type RewritePattern,
  type Rewriter,
  type Tensor,
} from '@shardform/ir-core';
import { workaroundType } from '../apply-workarounds.ts';
import { formatOf } from '../operand-workaround.ts';

/** The tensor in rows in the host's memory, where weights are put in order; `null` if it is there already. */
function onHost(
  tensor: Tensor,
  op: Conv1dOp | Conv2dOp | ConvTranspose2dOp,
  rewriter: Rewriter,
): Tensor | null {
  const layout = layoutOf(tensor.type);
  if (layout === null || (layout.isOnHost && !layout.isTiled)) return null;
  const isBlock = formatOf(tensor.type) === 'bfp_bf8';
  const workaround = {
    isTiled: false,
    bufferType: 'system_memory' as const,
    ...(isBlock && { dataType: 'bf16' as const }),
  };
  const type = workaroundType(tensor.type, workaround, op);
  return rewriter.create(ToTensorSpecOp, { input: tensor }, [type], { location: op.location }).result;
}

function tiled(type: RankedTensorType): RankedTensorType {
  return layoutOf(type)?.isTiled === false ? changedTensor(type, { isTiled: true }) : type;
}

/** Weights and bias come from the host; results are tiled. */
function weightsOnHost(op: Conv1dOp | Conv2dOp | ConvTranspose2dOp, rewriter: Rewriter): boolean {
  const weight = onHost(op.weight, op, rewriter);
  const bias = op.bias && onHost(op.bias, op, rewriter);
  const type = tiled(op.result.type);
  if (weight === null && bias === null && type === op.result.type) return false;
  rewriter.modifyInPlace(op, () => {
    if (weight !== null) op.setOperand(1, weight);
    if (bias !== null) op.setOperand(2, bias);
    op.result.setType(type);
  });
  return true;
}

/** Steps of the window are not folded into the kernel. */
const noFolding: readonly RewritePattern[] = [Conv2dOp, ConvTranspose2dOp].map((cls) =>
  pattern(cls, 'ttnn-convolution-without-folding', (op, rewriter) => {
    const given = op.conv2dConfig;
    if (given?.enableKernelStrideFolding === false) return false;
    rewriter.modifyInPlace(op, () => {
      op.conv2dConfig = Conv2dConfigAttr.get({ ...given, enableKernelStrideFolding: false });
    });
    return true;
  }),
);

/** Between the pixels the library computes with whole tiles of channels. */
const bilinear = pattern(UpsampleOp, 'ttnn-upsample-whole-tiles', (op, rewriter) => {
  const { shape } = op.input.type;
  const channels = shape[3]!;
  if (op.mode?.value !== 'bilinear' || channels % TILE === 0) return false;
  const whole = roundedUp(channels, TILE);
  const tensors = new TensorBuilder(rewriter);
  const input = tensors.padTo(op.input, 3, whole, false);
  const { type } = op.result;
  const { scaleFactor, mode } = op;
  const made = rewriter.create(
    UpsampleOp,
    { input, scaleFactor, mode },
    [changedTensor(type, { shape: type.shape.with(3, whole) })],
    { location: op.location },
  );
  rewriter.replaceOp(op, [tensors.slice(made.result, [0, 0, 0, 0], type.shape, type)]);
  return true;
});

/** Windows over images. */
export const convolutionDecompositions: readonly RewritePattern[] = [
  pattern(Conv1dOp, 'ttnn-conv1d-weights-on-host', weightsOnHost),
  pattern(Conv2dOp, 'ttnn-conv2d-weights-on-host', weightsOnHost),
  pattern(ConvTranspose2dOp, 'ttnn-conv-transpose2d-weights-on-host', weightsOnHost),
  ...noFolding,
  bilinear,
];
