import {
  definePass,
  DenseElementsAttr,
  isInstance,
  type Operation,
  RankedTensorType,
  SymbolRefAttr,
  zip,
} from '@shardform/ir-core';
import {
  axisListSize,
  dataFlowOf,
  DimensionShardingAttr,
  localShape,
  type MeshAttr,
  type MeshOp,
  ReshardOp,
  resultShardings,
  SHARDING,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
  wholeAxes,
} from '@shardform/dialect-sdy';
import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { ShardStatusAttr } from '@shardform/dialect-ttcore';
import { ConstantOp, IotaOp, SliceOp } from '@shardform/dialect-stablehlo';
import { definedFunctions, isSolved, onlyMesh } from '../functions.ts';
import { periodicShard } from '../localize/periodic-constant.ts';
import { namesAxes } from '../split-values.ts';
import { SHARD_STATUS } from './apply-argument-shard-status.ts';

/**
 * Constants whose shards differ, iotas split where they count, slices that take a piece of a split dimension, and
 * dimensions that the devices can't divide evenly, or divide along sub-axes, are made whole, so that reshards are
 * inserted where their users want shards.
 */
export const replicateNonSplittableValues = definePass({
  name: 'replicate-non-splittable-values',
  className: 'ReplicateNonSplittableValuesPass',
  summary: 'replicate constants, iotas and slices whose shards are not alike',
  dependentDialects: ['sdy'],
  run(module, { context }) {
    const mesh = onlyMesh(module);
    if (mesh === null || isSolved(module)) return;
    for (const func of definedFunctions(module)) divideResultsEvenly(func, mesh.mesh);
    module.walk((op) => {
      const sharding = resultShardings(op)?.shardings[0];
      if (sharding !== undefined && namesAxes(sharding) && needsWhole(op, sharding, mesh.mesh))
        replicate(op, sharding, mesh);
      else if (op instanceof ReshardOp) divideReshardEvenly(op, mesh.mesh);
      else if (dataFlowOf(op, context) === null) divideEvenly(op, mesh.mesh);
    });
  },
});

function divideReshardEvenly(op: ReshardOp, mesh: MeshAttr): void {
  const { type } = op.result;
  if (isInstance(RankedTensorType, type)) op.sharding = evenSharding(op.sharding, type.shape, mesh);
}

/** Results that nobody expects sharded are returned whole rather than in unequal shards. */
function divideResultsEvenly(func: FuncOp, mesh: MeshAttr): void {
  for (const [i, type] of func.functionType.results.entries()) {
    const attrs = valueAttrs(func, 'res_attrs', i);
    const sharding = attrs.get(SHARDING);
    const isExpected = attrs.get(SHARD_STATUS) === ShardStatusAttr.get('presharded');
    if (isExpected || !(sharding instanceof TensorShardingAttr) || !(type instanceof RankedTensorType))
      continue;
    setValueAttr(func, 'res_attrs', i, SHARDING, evenSharding(sharding, type.shape, mesh));
  }
}

function divideEvenly(op: Operation, mesh: MeshAttr): void {
  const shardings = resultShardings(op);
  if (shardings === null) return;
  const even = shardings.map((sharding, i) => {
    const type = op.results[i]?.type;
    return type instanceof RankedTensorType ? evenSharding(sharding, type.shape, mesh) : sharding;
  });
  if (even !== shardings) op.setAttr(SHARDING, even);
}

/**
 * Returns the sharding without the axes, from the last one on, that divide a dimension into unequal shards, and without
 * sub-axes.
 */
function evenSharding(
  sharding: TensorShardingAttr,
  shape: readonly number[],
  mesh: MeshAttr,
): TensorShardingAttr {
  const dims = zip(sharding.dims, shape).map(([dim, size]) => {
    let axes = wholeAxes(dim.axes);
    while (size % axisListSize(axes, mesh) !== 0) axes = axes.slice(0, -1);
    if (axes.length === dim.axes.length) return dim;
    return DimensionShardingAttr.get(axes, dim.isClosed, axes.length === 0 ? null : dim.priority);
  });
  return sharding.with({ dims });
}

function replicate(op: Operation, { rank }: TensorShardingAttr, mesh: MeshOp): void {
  const sharding = TensorShardingAttr.fullyClosed(SymbolRefAttr.get(mesh.symName.value), rank);
  op.setAttr(SHARDING, TensorShardingPerValueAttr.get([sharding]));
}

function needsWhole(op: Operation, sharding: TensorShardingAttr, mesh: MeshAttr): boolean {
  if (op instanceof ConstantOp) return hasDifferentParts(op, sharding, mesh);
  const parts = (dim: number): number => sharding.dims[dim]?.shardedSize(mesh) ?? 1;
  if (op instanceof IotaOp) return parts(op.iotaDimension.number) > 1;
  return op instanceof SliceOp && takesPieces(op, parts);
}

function hasDifferentParts(
  { value, output }: ConstantOp,
  sharding: TensorShardingAttr,
  mesh: MeshAttr,
): boolean {
  if (!(value instanceof DenseElementsAttr) || value.isSplat) return false;
  const shape = localShape(output.type.shape, sharding, mesh, false);
  if (shape === null || shape.join() === output.type.shape.join()) return false;
  return periodicShard(value, output.type.withShape(shape)) === null;
}

/** Whole dimensions can be cut, and strided ones when each shard has equally many strides. */
function takesPieces(op: SliceOp, parts: (dim: number) => number): boolean {
  const { shape } = op.operand.type;
  const [starts, limits, strides] = [op.startIndices, op.limitIndices, op.strides].map((list) =>
    list.numbers(),
  );
  return shape.some((size, d) => {
    if (parts(d) === 1) return false;
    const [start, limit, stride] = [starts![d]!, limits![d]!, strides![d]!];
    if (start === 0 && limit === size && stride === 1) return false;
    const isInterleaved = stride > 1 && start < stride && limit === size;
    return !isInterleaved || size % parts(d) !== 0 || (size / parts(d)) % stride !== 0;
  });
}
