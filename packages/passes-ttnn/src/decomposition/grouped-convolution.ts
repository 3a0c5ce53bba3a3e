import { i32Number, si32 } from '@shardform/dialect-ttir';
import { changedTensor, ConcatOp, Conv1dOp, Conv2dOp, TensorBuilder, TILE } from '@shardform/dialect-ttnn';
import {
  cloneOp,
  countParts,
  IntegerAttr,
  IrMapping,
  pattern,
  type RewritePattern,
  type Rewriter,
  type Tensor,
} from '@shardform/ir-core';

/** Convolutions in groups hold the weights of so many channels at once at most. */
const MOST_CHANNELS = 4096;

/** Groups that are done at once: the most that fit, in whole tiles of channels where that can be. */
function groupsAtOnce(groups: number, perGroupIn: number, perGroupOut: number): number {
  const most = Math.min(Math.floor(MOST_CHANNELS / Math.max(perGroupIn, perGroupOut)), groups);
  let greatest = 0;
  for (let count = most; count >= 1; count--) {
    if (groups % count !== 0) continue;
    if (greatest === 0) greatest = count;
    if ((count * perGroupIn) % TILE === 0 && (count * perGroupOut) % TILE === 0) return count;
  }
  return greatest;
}

function along(rewriter: Rewriter, tensor: Tensor, dim: number, begin: number, end: number): Tensor {
  const { shape } = tensor.type;
  return new TensorBuilder(rewriter).slice(
    tensor,
    shape.map((_, d) => (d === dim ? begin : 0)),
    shape.with(dim, end),
  );
}

/** Many groups are done some after the other. */
function split(op: Conv1dOp | Conv2dOp, rewriter: Rewriter): boolean {
  const [groups, channelsIn, channelsOut] = [op.groups.number, op.inChannels.number, op.outChannels.number];
  if (groups <= 1 || Math.max(channelsIn, channelsOut) <= MOST_CHANNELS) return false;
  if (channelsIn % groups !== 0 || channelsOut % groups !== 0 || op.weight.type.shape[0] !== channelsOut)
    return false;
  const count = groupsAtOnce(groups, channelsIn / groups, channelsOut / groups);
  if (count === 0 || count === groups) return false;
  const parts = groups / count;
  const [partIn, partOut] = [channelsIn / parts, channelsOut / parts];
  countParts(op, parts, 4);
  const { type } = op.result;
  const last = type.rank - 1;
  const results = Array.from({ length: parts }, (_, i) => {
    const input = along(rewriter, op.input, op.input.type.rank - 1, i * partIn, (i + 1) * partIn);
    const weight = along(rewriter, op.weight, 0, i * partOut, (i + 1) * partOut);
    const bias = op.bias && along(rewriter, op.bias, op.bias.type.rank - 1, i * partOut, (i + 1) * partOut);
    const part = rewriter.insert(cloneOp(op, new IrMapping()));
    [input, weight, ...(bias === null ? [] : [bias])].forEach((value, at) => part.setOperand(at, value));
    part.inChannels = i32Number(partIn);
    part.outChannels = i32Number(partOut);
    part.groups = i32Number(count);
    part.result.setType(changedTensor(type, { shape: type.shape.with(last, partOut) }));
    return part.result;
  });
  rewriter.replaceOpWith(op, ConcatOp, { inputs: results, dim: IntegerAttr.get(last, si32) }, [type]);
  return true;
}

/** Convolutions in groups. */
export const groupedConvolutionDecompositions: readonly RewritePattern[] = [
  pattern(Conv1dOp, 'ttnn-split-grouped-conv1d', split),
  pattern(Conv2dOp, 'ttnn-split-grouped-conv2d', split),
];
