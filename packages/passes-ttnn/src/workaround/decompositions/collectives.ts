import { i32Array, si32 } from '@shardform/dialect-ttir';
import {
  AllGatherOp,
  AllReduceOp,
  changedTensor,
  exactConfig,
  PointToPointOp,
  ReduceScatterOp,
  ReshapeOp,
  TensorBuilder,
} from '@shardform/dialect-ttnn';
import {
  DenseArrayAttr,
  i64,
  IntegerAttr,
  pattern,
  type RankedTensorType,
  type RewritePattern,
} from '@shardform/ir-core';

/** The rank that the library's reductions over devices take. */
const REDUCTION_RANK = 4;

/** The type with dimensions of size one before the others. */
function raised(type: RankedTensorType, rank: number): RankedTensorType {
  return changedTensor(type, { shape: [...new Array<number>(rank - type.rank).fill(1), ...type.shape] });
}

const allReduce = pattern(AllReduceOp, 'ttnn-all-reduce-of-four-dimensions', (op, rewriter) => {
  const { type } = op.result;
  if (op.input.type.rank >= REDUCTION_RANK) return false;
  const input = new TensorBuilder(rewriter).reshape(op.input, raised(op.input.type, REDUCTION_RANK).shape);
  const { reduceType, clusterAxis, subDeviceId, numLinks, topology } = op;
  const args = { input, reduceType, clusterAxis, subDeviceId, numLinks, topology };
  const reduced = rewriter.create(AllReduceOp, args, [raised(type, REDUCTION_RANK)], {
    location: op.location,
  });
  rewriter.replaceOpWith(op, ReshapeOp, { input: reduced.result, shape: i32Array(type.shape) }, [type]);
  return true;
});

const reduceScatter = pattern(ReduceScatterOp, 'ttnn-reduce-scatter-of-four-dimensions', (op, rewriter) => {
  const { type } = op.result;
  const { rank } = op.input.type;
  if (rank >= REDUCTION_RANK) return false;
  const input = new TensorBuilder(rewriter).reshape(op.input, raised(op.input.type, REDUCTION_RANK).shape);
  const { reduceType, clusterAxis, subDeviceId, numLinks, topology, computeConfig } = op;
  const scatterDim = IntegerAttr.get(op.scatterDim.number + REDUCTION_RANK - rank, si32);
  const args = { input, reduceType, scatterDim, clusterAxis, subDeviceId, numLinks, topology, computeConfig };
  const made = rewriter.create(ReduceScatterOp, args, [raised(type, REDUCTION_RANK)], {
    location: op.location,
  });
  rewriter.replaceOpWith(op, ReshapeOp, { input: made.result, shape: i32Array(type.shape) }, [type]);
  return true;
});

/** Sums over devices are exact by themselves, not by the rounding of steps. */
const reduceScatterConfig = pattern(ReduceScatterOp, 'ttnn-reduce-scatter-exactness', (op, rewriter) => {
  if (op.computeConfig !== null) return false;
  rewriter.modifyInPlace(op, () => {
    op.computeConfig = exactConfig({ packerL1Acc: false });
  });
  return true;
});

/** The library joins matrices, not rows. */
const allGather = pattern(AllGatherOp, 'ttnn-all-gather-of-two-dimensions', (op, rewriter) => {
  const { type } = op.result;
  if (op.input.type.rank !== 1) return false;
  const input = new TensorBuilder(rewriter).reshape(op.input, [1, ...op.input.type.shape]);
  const { clusterAxis, subDeviceId, numLinks, topology } = op;
  const dim = op.allGatherDim.number;
  const allGatherDim = IntegerAttr.get((dim < 0 ? dim + 1 : dim) + 1, si32);
  const args = { input, allGatherDim, clusterAxis, subDeviceId, numLinks, topology };
  const joined = rewriter.create(AllGatherOp, args, [raised(type, 2)], { location: op.location });
  rewriter.replaceOpWith(op, ReshapeOp, { input: joined.result, shape: i32Array(type.shape) }, [type]);
  return true;
});

/** Devices send along rows and columns of the mesh: over a corner in two steps. */
const pointToPoint = pattern(PointToPointOp, 'ttnn-point-to-point-over-a-corner', (op, rewriter) => {
  const [from, to] = [op.senderCoord.numbers(), op.receiverCoord.numbers()];
  if (from[0] === to[0] || from[1] === to[1]) return false;
  const corner = DenseArrayAttr.get(i64, [from[0]!, to[1]!]);
  const { senderCoord, receiverCoord, accum } = op;
  const first = { input: op.input, senderCoord, receiverCoord: corner };
  const { result } = rewriter.create(PointToPointOp, first, op.resultTypes(), { location: op.location });
  const second = { input: result, senderCoord: corner, receiverCoord, accum };
  rewriter.replaceOpWith(op, PointToPointOp, second, op.resultTypes());
  return true;
});

/** Communication between devices. */
export const collectiveDecompositions: readonly RewritePattern[] = [
  allReduce,
  allGather,
  reduceScatter,
  pointToPoint,
  reduceScatterConfig,
];
