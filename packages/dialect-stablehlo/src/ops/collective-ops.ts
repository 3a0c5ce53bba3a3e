import {
  defineOp,
  DYNAMIC,
  type Operation,
  type OpReport,
  optionalAttr,
  RankedTensorType,
  singleBlockImplicitTerminator,
  sizedRegion,
  type SymbolTables,
  type Type,
  ui32,
  unitAttr,
  variadic,
} from '@shardform/ir-core';
import { i64ElementsAttr, nonNegativeI64, positiveI64, tensor, uint32Tensor } from '../constraints.ts';
import { dim, dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { areCompatibleShapes } from '../inference/compatible-types.ts';
import { ifKnownSizesStay, sizesStay } from '../speculatability.ts';
import { pairwiseSameElementType } from '../traits.ts';
import {
  optionalChannelHandle,
  replicaGroupsAttr,
  verifyChannel,
  verifyReplicaGroupMesh,
  verifyReplicaGroups,
} from './collective-checks.ts';
import { returnedTypes, verifyReducer } from './reducer.ts';

const stablehloReturn = singleBlockImplicitTerminator('stablehlo.return');

/** The sizes along some dimensions are not known of the results, and other known sizes stay. */
function ifOnlyUnknownSizesChange(op: Operation, changed: readonly number[]): boolean {
  return op.results.every(({ type }, i) => {
    if (!(type instanceof RankedTensorType)) return false;
    const isUnknown = changed.every((d) => type.shape[d] === DYNAMIC);
    return isUnknown && sizesStay(op.getOperand(i).type, type, (d) => changed.includes(d));
  });
}

/** Combines the operands of all members of a group; every member gets the result (StableHLO spec, "all_reduce"). */
export class AllReduceOp extends defineOp('stablehlo.all_reduce', {
  summary: 'all-reduce: reduces the tensors of a process group',
  operands: { operands: variadic(tensor) },
  attrs: {
    replica_groups: replicaGroupsAttr,
    channel_handle: optionalChannelHandle,
    use_global_device_ids: optionalAttr(unitAttr),
  },
  results: { results: variadic(tensor) },
  regions: { computation: sizedRegion(1) },
  traits: [stablehloReturn],
  effects: 'unknown',
  speculates: ifKnownSizesStay,
  infer: (op) => {
    const block = op.computation.blocks[0];
    const element = block === undefined ? undefined : returnedTypes(block)[0];
    return op.operandTypes().map((type) => {
      if (!(type instanceof RankedTensorType) || !(element instanceof RankedTensorType)) return type;
      return type.withElementType(element.elementType);
    });
  },
}) {
  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    return verifyReplicaGroupMesh(this, this.replicaGroups, report, symbols);
  }

  override verifyOp(report: OpReport): boolean {
    const global = this.useGlobalDeviceIds !== null;
    const types = this.operandTypes().filter((type) => type instanceof RankedTensorType);
    return (
      verifyReplicaGroups(this.replicaGroups, report, { sameSize: false, usesGlobalDeviceIds: global }) &&
      verifyChannel(this.channelHandle, global, report) &&
      types.every((type) => verifyReducer(this.computation, [type], [type.withShape([])], report))
    );
  }
}

/** Joins the operands of the members of a group along a dimension (StableHLO spec, "all_gather"). */
export class AllGatherOp extends defineOp('stablehlo.all_gather', {
  summary: 'all-gather: concatenates the tensors of a process group',
  operands: { operands: variadic(tensor) },
  attrs: {
    all_gather_dim: nonNegativeI64,
    replica_groups: replicaGroupsAttr,
    channel_handle: optionalChannelHandle,
    use_global_device_ids: optionalAttr(unitAttr),
  },
  results: { results: variadic(tensor) },
  traits: [pairwiseSameElementType],
  effects: 'unknown',
  speculates: (op) => ifOnlyUnknownSizesChange(op, [op.allGatherDim.number]),
}) {
  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    return verifyReplicaGroupMesh(this, this.replicaGroups, report, symbols);
  }

  override verifyOp(report: OpReport): boolean {
    const global = this.useGlobalDeviceIds !== null;
    if (!verifyReplicaGroups(this.replicaGroups, report, { sameSize: true, usesGlobalDeviceIds: global }))
      return false;
    if (global && (this.channelHandle?.handle ?? 0) < 0) {
      return report.error('channel_id cannot be negative when useGlobalDeviceIds is set');
    }
    const dim = this.allGatherDim.number;
    for (const [i, { value }] of this.operands.entries()) {
      const [from, to] = [value.type, this.getResult(i).type];
      if (!(from instanceof RankedTensorType) || !(to instanceof RankedTensorType)) continue;
      if (dim >= from.rank) return report.error('all_gather_dim must be a valid index of operand');
      if (from.shape[dim] === 0)
        return report.error("dimension size of operand at 'all_gather_dim' cannot be zero");
      if (from.rank !== to.rank) return report.error('operand and result must have the same rank');
      const others = (shape: readonly number[]): number[] => shape.filter((_, d) => d !== dim);
      if (!areCompatibleShapes(others(from.shape), others(to.shape))) {
        return report.error(
          "operand and result should have the same shape except for the dimension size at 'all_gather_dim'",
        );
      }
      const [size, gathered] = [from.dimSize(dim), to.dimSize(dim)];
      if (size !== DYNAMIC && gathered !== DYNAMIC && gathered % size !== 0) {
        return report.error(
          `result gather dimension has size ${gathered}, expected to be a multiple of operand gather dimension size ${size}`,
        );
      }
    }
    return true;
  }
}

/** Reduces over a group, then gives each member its shard along a dimension (StableHLO spec, "reduce_scatter"). */
export class ReduceScatterOp extends defineOp('stablehlo.reduce_scatter', {
  summary: 'reduce-scatter: reduces the tensors of a process group and scatters the result',
  operands: { operand: tensor },
  attrs: {
    scatter_dimension: nonNegativeI64,
    replica_groups: replicaGroupsAttr,
    channel_handle: optionalChannelHandle,
    use_global_device_ids: optionalAttr(unitAttr),
  },
  results: { result: tensor },
  regions: { computation: sizedRegion(1) },
  traits: [stablehloReturn],
  effects: 'unknown',
  speculates: (op) => ifOnlyUnknownSizesChange(op, [op.scatterDimension.number]),
}) {
  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    return verifyReplicaGroupMesh(this, this.replicaGroups, report, symbols);
  }

  override verifyOp(report: OpReport): boolean {
    const global = this.useGlobalDeviceIds !== null;
    const from = this.operand.type;
    const to = this.result.type;
    if (!verifyReplicaGroups(this.replicaGroups, report, { sameSize: true, usesGlobalDeviceIds: global }))
      return false;
    if (!verifyReducer(this.computation, [from], [from.withShape([])], report)) return false;
    if (from.rank !== to.rank) return report.error('operand and result should have same rank');
    const dim = this.scatterDimension.number;
    if (dim >= from.rank) return report.error('scatter dim should be less than operand/result rank');
    if (!verifyChannel(this.channelHandle, global, report)) return false;
    const [size, part] = [from.dimSize(dim), to.dimSize(dim)];
    if (part === 0) return report.error('result dimension size at scatter_dimension cannot be zero');
    if (size === 0) return report.error('operand dimension size at scatter_dimension cannot be zero');
    if (size !== DYNAMIC && part !== DYNAMIC && size % part !== 0) {
      return report.error(
        `operand scatter dimension has size ${size}, expected to be a multiple of result scatter dimension size ${part}`,
      );
    }
    for (let d = 0; d < from.rank; d++) {
      if (d === dim || from.shape[d] === to.shape[d] || from.shape[d] === DYNAMIC || to.shape[d] === DYNAMIC)
        continue;
      return report.error(
        `non scatter dimensions should be same for operand (${from.shape[d]}) and result (${to.shape[d]})`,
      );
    }
    const [returned] = returnedTypes(this.computation.entry);
    const element = returned instanceof RankedTensorType ? returned.elementType : from.elementType;
    return (
      element === to.elementType ||
      report.error(
        `result element-type is expected to be '${String(element)}', but got '${String(to.elementType)}'`,
      )
    );
  }
}

/** Splits each operand, sends slice `i` to member `i`, concatenates what arrives (StableHLO spec, "all_to_all"). */
export class AllToAllOp extends defineOp('stablehlo.all_to_all', {
  summary: 'all-to-all: exchanges slices of tensors within a process group',
  operands: { operands: variadic(tensor) },
  attrs: {
    split_dimension: nonNegativeI64,
    concat_dimension: nonNegativeI64,
    split_count: positiveI64,
    replica_groups: replicaGroupsAttr,
    channel_handle: optionalChannelHandle,
  },
  results: { results: variadic(tensor) },
  traits: [pairwiseSameElementType],
  effects: 'unknown',
  speculates: (op) => ifOnlyUnknownSizesChange(op, [op.splitDimension.number, op.concatDimension.number]),
  infer: (op, report) => {
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const [split, concat, count] = [
      op.splitDimension.number,
      op.concatDimension.number,
      op.splitCount.number,
    ];
    const groups = { sameSize: true, usesGlobalDeviceIds: false, groupSize: count };
    if (!verifyReplicaGroups(op.replicaGroups, report, groups)) return null;
    const types: Type[] = [];
    for (const type of op.operandTypes()) {
      if (!(type instanceof RankedTensorType)) return fail('expected a ranked tensor');
      for (const [name, dim] of [
        ['split', split],
        ['concat', concat],
      ] as const) {
        if (dim >= type.rank) {
          return fail(`AllToAll ${name}_dimension ${dim} is out-of-bounds for input rank ${type.rank}`);
        }
      }
      const dims = dimsOf(type);
      const { size } = dims[split]!;
      if (size !== DYNAMIC && size % count !== 0) {
        return fail(`split dimension has size ${size}, expected to be a multiple of split_count ${count}`);
      }
      const change = (d: number, by: (length: number) => number): void => {
        const { size: known, bound } = dims[d]!;
        dims[d] = dim(known === DYNAMIC ? DYNAMIC : by(known), bound === DYNAMIC ? DYNAMIC : by(bound));
      };
      change(split, (length) => Math.floor(length / count));
      change(concat, (length) => length * count);
      types.push(tensorOfDims(dims, type.elementType, type.encoding));
    }
    return types;
  },
}) {
  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    return verifyReplicaGroupMesh(this, this.replicaGroups, report, symbols);
  }
}

/** Sends operands from process to process; who receives nothing gets zeros (StableHLO spec, "collective_permute"). */
export class CollectivePermuteOp extends defineOp('stablehlo.collective_permute', {
  summary: 'collective permute: sends tensors from process to process',
  operands: { operand: tensor },
  attrs: { source_target_pairs: i64ElementsAttr, channel_handle: optionalChannelHandle },
  results: { result: tensor },
  effects: 'unknown',
  speculates: ifKnownSizesStay,
  infer: (op) => [op.operand.type],
}) {
  override verifyOp(report: OpReport): boolean {
    const { shape } = this.sourceTargetPairs.type;
    const rank = shape?.length ?? 0;
    if (rank !== 2)
      return report.error(`expect source_target_pairs attribute to be of rank 2, but got rank ${rank}`);
    if (shape![1] !== 2) {
      return report.error(
        `expect source_target_pairs attribute of shape (N, 2), but got (${shape!.join(', ')})`,
      );
    }
    const ids = this.sourceTargetPairs.integers().map(Number);
    const sources = ids.filter((_, i) => i % 2 === 0);
    const targets = ids.filter((_, i) => i % 2 === 1);
    if (ids.some((id) => id < 0)) return report.error('replica ids in source_target_pairs must be >= 0.');
    if (new Set(sources).size !== sources.length) return report.error('duplicate sources not allowed.');
    return new Set(targets).size === targets.length || report.error('duplicate targets not allowed.');
  }
}

/** The id of the partition that runs the program (StableHLO spec, "partition_id"). */
export class PartitionIdOp extends defineOp('stablehlo.partition_id', {
  summary: 'id of the running partition',
  results: { result: uint32Tensor },
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict `:` type(results)',
  infer: () => [RankedTensorType.get([], ui32)],
}) {}

/** The id of the replica that runs the program (StableHLO spec, "replica_id"). */
export class ReplicaIdOp extends defineOp('stablehlo.replica_id', {
  summary: 'id of the running replica',
  results: { result: uint32Tensor },
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict `:` type(results)',
  infer: () => [RankedTensorType.get([], ui32)],
}) {}
