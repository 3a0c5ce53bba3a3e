import {
  Builder,
  type BlockArgument,
  type Context,
  DenseArrayAttr,
  i64,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, functionTypeOf, valueAttrs } from '@shardform/dialect-func';
import {
  lookUpMesh,
  type ManualComputationOp,
  type MeshAttr,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { MeshShardDirectionAttr, MeshShardTypeAttr, ShardStatusAttr } from '@shardform/dialect-ttcore';
import { MeshShardOp } from '@shardform/dialect-ttir';

const SHARD_STATUS = 'ttcore.shard_status';

/** Whether an argument or result of a function comes to the devices already split. */
function isPresharded(func: FuncOp, which: 'arg_attrs' | 'res_attrs', index: number): boolean {
  const status = valueAttrs(func, which, index).get(SHARD_STATUS);
  return status instanceof ShardStatusAttr && status.value !== 'unsharded';
}

/** The parts of a `ttir.mesh_shard` that say how a tensor lies on the mesh. */
export interface MeshShard {
  readonly shardType: MeshShardTypeAttr;
  readonly shardShape: readonly number[];
  readonly shardDims: readonly number[];
}

/** How a sharding splits a tensor, or `null` when an axis is split itself, which the devices can't do. */
export function meshShard(sharding: TensorShardingAttr, mesh: MeshAttr): MeshShard | null {
  if (sharding.dims.every((dim) => dim.axes.length === 0)) {
    return { shardType: MeshShardTypeAttr.get('replicate'), shardShape: [1], shardDims: [-1] };
  }
  const shardDims = mesh.axes.map(() => -1);
  for (const [d, dim] of sharding.dims.entries()) {
    for (const axis of dim.axes) {
      if (axis.subAxis !== null) return null;
      shardDims[mesh.axisPosition(axis.name)] = d;
    }
  }
  const shardShape = sharding.dims.map((dim) => dim.shardedSize(mesh));
  return { shardType: MeshShardTypeAttr.get('devices'), shardShape, shardDims };
}

/**
 * Puts the body of a computation in its place. Operands that come whole are split by a `ttir.mesh_shard`, results
 * that leave whole are joined by one; arguments and results of the function that are split already get local types.
 *
 * @returns what is wrong, or `null`.
 */
export function inlineManualComputation(op: ManualComputationOp, context: Context): string | null {
  const func = op.parentOp;
  const mesh = meshOf(op);
  if (!(func instanceof FuncOp)) return 'must stand directly in a function';
  if (mesh === null) return 'has no mesh';
  const builder = new Builder(context);
  builder.location = op.location;
  builder.setInsertionPoint(op);
  const shard = (
    value: Value,
    sharding: TensorShardingAttr,
    type: Type,
    direction: MeshShardDirectionAttr,
  ): Value | null => {
    const how = meshShard(sharding, mesh);
    if (how === null || !(value.type instanceof RankedTensorType)) return null;
    const list = (numbers: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, numbers);
    return builder.create(
      MeshShardOp,
      {
        input: value,
        shardType: how.shardType,
        shardDirection: direction,
        shardShape: list(how.shardShape),
        shardDims: list(how.shardDims),
      },
      [type],
    ).result;
  };
  const body = op.entry;
  for (const [i, argument] of body.arguments.entries()) {
    const outer = op.getOperand(i);
    const local =
      retypedArgument(outer, argument.type, func) ??
      shard(outer, op.inShardings.shardings[i]!, argument.type, MeshShardDirectionAttr.get('full_to_shard'));
    if (local === null) return `operand ${i} is split along a part of an axis`;
    argument.replaceAllUsesWith(local);
  }
  const terminator = body.terminator!;
  const returned = terminator.operandValues();
  terminator.erase();
  for (const inner of body) inner.moveBefore(op);
  for (const [i, result] of op.results.entries()) {
    const value = returned[i]!;
    const isLocal = retypeResults(result, value.type, func);
    const whole = isLocal
      ? value
      : shard(value, op.outShardings.shardings[i]!, result.type, MeshShardDirectionAttr.get('shard_to_full'));
    if (whole === null) return `result ${i} is split along a part of an axis`;
    result.replaceAllUsesWith(whole);
  }
  op.erase();
  return null;
}

/** The mesh of the first sharding that has one. */
function meshOf(op: ManualComputationOp): MeshAttr | null {
  for (const sharding of [...op.inShardings.shardings, ...op.outShardings.shardings]) {
    const mesh = lookUpMesh(op, sharding.meshOrRef);
    if (mesh !== null) return mesh;
  }
  return null;
}

/** The argument of the function with its local type, if `value` is one that comes split; else `null`. */
function retypedArgument(value: Value, type: Type, func: FuncOp): Value | null {
  const index = func.entry.arguments.indexOf(value as BlockArgument);
  if (index < 0 || !isPresharded(func, 'arg_attrs', index)) return null;
  value.type = type;
  return value;
}

/** Whether all uses of a result are results of the function that leave split; then those get the local type. */
function retypeResults(value: Value, type: Type, func: FuncOp): boolean {
  const uses = [...value.uses()];
  const isLocal = uses.every(
    (use) => use.owner.definition.isTerminator && isPresharded(func, 'res_attrs', use.index),
  );
  if (!isLocal) return false;
  const { inputs, results } = functionTypeOf(func);
  const indices = uses.map((use) => use.index);
  func.functionType = func.functionType.withSubAttributes([
    ...inputs,
    ...results.map((old, i) => (indices.includes(i) ? type : old)),
  ]);
  return true;
}
