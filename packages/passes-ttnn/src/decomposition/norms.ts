import { i32Array, si32 } from '@shardform/dialect-ttir';
import {
  AddOp,
  AllGatherOp,
  changedTensor,
  DistributedLayerNormOp,
  DistributedRMSNormOp,
  GetDeviceOp,
  GroupNormOp,
  LayerNormPostAllGatherOp,
  LayerNormPreAllGatherOp,
  MultiplyOp,
  ReshapeOp,
  RmsNormPreAllGatherOp,
  RsqrtOp,
  SubtractOp,
  TensorBuilder,
  TILE,
} from '@shardform/dialect-ttnn';
import { IntegerAttr, pattern, type RewritePattern, type Tensor, lastOf } from '@shardform/ir-core';

/** Columns of the statistics that a device makes: sums and sums of squares, a tile each. */
const LAYER_STATISTICS = 2 * TILE;

/** Mean and variance of each group, and then weight and bias of each channel. */
const groupNorm = pattern(GroupNormOp, 'ttnn-decompose-group-norm', (op, rewriter) => {
  const { input, weight, bias, result } = op;
  const { shape } = input.type;
  const groups = op.numGroups.number;
  // Used only with the rank that the next line checks.
  const [batch, , places, channels] = shape as [number, number, number, number];
  if (shape.length !== 4 || groups <= 0 || channels % groups !== 0) return false;
  const maker = new TensorBuilder(rewriter);
  const grouped = maker.reshape(input, [batch, places, groups, channels / groups]);
  const centered = maker.binary(SubtractOp, grouped, maker.mean(grouped, [1, 3]));
  const variance = maker.mean(maker.binary(MultiplyOp, centered, centered), [1, 3]);
  const stable = maker.binary(AddOp, variance, maker.full(op.epsilon!.value, variance.type));
  const scale = maker.make(RsqrtOp, { input: stable }, stable.type);
  let value = maker.reshape(maker.binary(MultiplyOp, centered, scale), shape);
  if (weight !== null) {
    value = maker.binary(MultiplyOp, value, maker.reshape(weight, [1, 1, 1, channels]), result.type);
  }
  if (bias !== null)
    value = maker.binary(AddOp, value, maker.reshape(bias, [1, 1, 1, channels]), result.type);
  rewriter.replaceOp(op, [value]);
  return true;
});

/** Returns the number of devices along the mesh axis over which an operation normalises. */
function deviceCount(op: DistributedLayerNormOp | DistributedRMSNormOp): number | null {
  const source = op.device.definingOp;
  const mesh = source instanceof GetDeviceOp ? source.meshShape?.shape : undefined;
  return mesh?.[op.clusterAxis.number] ?? null;
}

/** The statistics of all devices side by side. */
function gathered(
  maker: TensorBuilder,
  op: DistributedLayerNormOp | DistributedRMSNormOp,
  own: Tensor,
  count: number,
): Tensor {
  const { rank, shape } = own.type;
  const isRms = op instanceof DistributedRMSNormOp;
  const args = {
    input: own,
    allGatherDim: IntegerAttr.get(rank - 1, si32),
    clusterAxis: op.clusterAxis,
    numLinks: isRms ? op.numLinks : null,
    topology: isRms ? op.topology : null,
  };
  return maker.make(
    AllGatherOp,
    args,
    changedTensor(own.type, { shape: shape.with(-1, own.type.dimSize(-1) * count) }),
  );
}

/** Statistics of each device, which all get, and then the normalisation. */
const layerNorm = pattern(DistributedLayerNormOp, 'ttnn-decompose-distributed-layer-norm', (op, rewriter) => {
  const count = deviceCount(op);
  if (count === null) return false;
  const maker = new TensorBuilder(rewriter);
  const { residual, weight, bias, epsilon, result } = op;
  const input = residual === null ? op.input : maker.binary(AddOp, op.input, residual);
  const statistics = changedTensor(input.type, { shape: input.type.shape.with(-1, LAYER_STATISTICS) });
  const own = maker.make(LayerNormPreAllGatherOp, { input }, statistics);
  const stats = gathered(maker, op, own, count);
  rewriter.replaceOp(op, [
    maker.make(LayerNormPostAllGatherOp, { input, stats, weight, bias, epsilon }, result.type),
  ]);
  return true;
});

/** The kernel that does all at once takes 32 rows of whole tiles. */
function hasKernel(shape: readonly number[]): boolean {
  return (
    shape.at(-2) === TILE && shape.at(-1)! % TILE === 0 && shape.slice(0, -2).every((size) => size === 1)
  );
}

/** Returns true if a shape is that of one matrix with two dimensions before it. */
function isMatrixOfFour(shape: readonly number[]): boolean {
  return shape.length === 4 && shape[0] === 1 && shape[1] === 1;
}

/** The kernel takes four dimensions, and the weight as rows of a tile's width. */
const rmsNormShapes = pattern(DistributedRMSNormOp, 'ttnn-distributed-rms-norm-shapes', (op, rewriter) => {
  const { shape, rank } = op.input.type;
  const isFused = hasKernel(shape);
  const target = isFused
    ? [1, 1, TILE, lastOf(shape)]
    : [...new Array<number>(Math.max(4 - rank, 0)).fill(1), ...shape];
  const size = op.weight?.type.shape[0] ?? 1;
  const isRow = isFused && op.weight?.type.rank === 1 && size % TILE === 0;
  const isShaped = isFused ? isMatrixOfFour(shape) : rank >= 4;
  if (isShaped && !isRow) return false;
  const { device, clusterAxis, epsilon, subDeviceId, numLinks, topology, computeConfig, programConfig } = op;
  const config = { clusterAxis, epsilon, subDeviceId, numLinks, topology, computeConfig, programConfig };
  const tensors = new TensorBuilder(rewriter);
  const args = {
    weight: isRow ? tensors.reshape(op.weight, [size / TILE, TILE]) : op.weight,
    input: isShaped ? op.input : tensors.reshape(op.input, target),
    residual: isShaped || op.residual === null ? op.residual : tensors.reshape(op.residual, target),
    stats: op.stats,
    semaphore: op.semaphore,
    device,
    ...config,
  };
  const { type } = op.result;
  const made = rewriter.create(
    DistributedRMSNormOp,
    args,
    [isShaped ? type : changedTensor(type, { shape: target })],
    { location: op.location },
  );
  if (isShaped) rewriter.replaceOp(op, [made.result]);
  else rewriter.replaceOpWith(op, ReshapeOp, { input: made.result, shape: i32Array(type.shape) }, [type]);
  return true;
});

/** The mean of the squares over all devices, and then the normalisation. */
const rmsNorm = pattern(DistributedRMSNormOp, 'ttnn-decompose-distributed-rms-norm', (op, rewriter) => {
  const { shape, rank } = op.input.type;
  const count = deviceCount(op);
  if (hasKernel(shape) || rank < 4 || count === null) return false;
  const maker = new TensorBuilder(rewriter);
  const { residual, weight, result } = op;
  const input = residual === null ? op.input : maker.binary(AddOp, op.input, residual);
  const own = maker.make(
    RmsNormPreAllGatherOp,
    { input },
    changedTensor(input.type, { shape: shape.with(-1, TILE) }),
  );
  const all = maker.reshape(gathered(maker, op, own, count), [...shape.slice(0, -1), count, TILE]);
  // The first column of each device's tile is the sum of its squares.
  const sums = maker.slice(
    all,
    all.type.shape.map(() => 0),
    all.type.shape.with(-1, 1),
  );
  const mean = maker.mean(maker.reshape(sums, sums.type.shape.slice(0, -1)), [rank - 1]);
  const square = maker.binary(MultiplyOp, mean, maker.full(1 / lastOf(shape), mean.type));
  const stable = maker.binary(AddOp, square, maker.full(op.epsilon!.value, mean.type));
  const scale = maker.make(RsqrtOp, { input: stable }, stable.type);
  const normalized = maker.binary(MultiplyOp, input, scale, result.type);
  rewriter.replaceOp(op, [
    weight === null ? normalized : maker.binary(MultiplyOp, normalized, weight, result.type),
  ]);
  return true;
});

/** Normalisations. */
export const normDecompositions: readonly RewritePattern[] = [rmsNormShapes, rmsNorm, layerNorm, groupNorm];
