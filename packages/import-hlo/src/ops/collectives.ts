import * as stablehlo from '@shardform/dialect-stablehlo';
import { hloAttributes } from '@shardform/dialect-hlo';
import {
  DenseElementsAttr,
  DictionaryAttr,
  i32Attr,
  i64,
  i64Attr,
  type Operation,
  RankedTensorType,
  StringAttr,
  type Tensor,
  type Type,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';
import { groupsAttr, groupsOf } from './replica-groups.ts';
import { onlyDimension } from './shape-ops.ts';

const { tensorOf, numbersAttr } = stablehlo;

/** Operands and results of a collective, which may begin and end at other instructions than its own. */
export interface CollectiveValues {
  readonly operands: readonly Value[];
  readonly types: readonly Type[];
}

/** Makes the operations of a collective. @returns its results. */
export type CollectiveImporter = (from: ImportedInstruction, values: CollectiveValues) => readonly Value[];

function channelHandle(from: ImportedInstruction): stablehlo.ChannelHandleAttr | null {
  const { channelId } = from.attributes;
  return channelId === undefined || channelId <= 0
    ? null
    : // Collectives have no type of channel in HLO.
      stablehlo.ChannelHandleAttr.get({ handle: channelId, type: stablehlo.channelType.invalid });
}

function groupAttributes(from: ImportedInstruction) {
  return {
    replicaGroups: groupsAttr(groupsOf(from.attributes.replicaGroups)),
    channelHandle: channelHandle(from),
    useGlobalDeviceIds: from.attributes.useGlobalDeviceIds === true ? UnitAttr.instance : null,
  };
}

function named<T extends Operation>(from: ImportedInstruction, op: T): T {
  op.setAttr(hloAttributes.name, StringAttr.get(from.instruction.name));
  return op;
}

const allReduce: CollectiveImporter = (from, { operands, types }) => {
  const op = named(from, from.create(stablehlo.AllReduceOp, { operands, ...groupAttributes(from) }, types));
  from.importReducer(op.computation, from.called('to_apply'), operands);
  return op.results;
};

const allGather: CollectiveImporter = (from, { operands, types }) => {
  const allGatherDim = i64Attr(onlyDimension(from));
  return named(
    from,
    from.create(stablehlo.AllGatherOp, { operands, allGatherDim, ...groupAttributes(from) }, types),
  ).results;
};

/** Scattering several operands at once is an operation for each. */
const reduceScatter: CollectiveImporter = (from, { operands, types }) =>
  operands.map((operand, i) => {
    const scatterDimension = i64Attr(onlyDimension(from));
    const op = named(
      from,
      from.create(stablehlo.ReduceScatterOp, { operand, scatterDimension, ...groupAttributes(from) }, [
        types[i]!,
      ]),
    );
    from.importReducer(op.computation, from.called('to_apply'), [operand]);
    return op.result;
  });

const permute: CollectiveImporter = (from, { operands, types }) => {
  const pairs = from.required('sourceTargetPairs');
  const sourceTargetPairs = DenseElementsAttr.fromNumbers(
    RankedTensorType.get([pairs.length, 2], i64),
    pairs.flat().map(BigInt),
  );
  return operands.map((operand, i) => {
    const channel = channelHandle(from);
    const args = { operand, sourceTargetPairs, channelHandle: channel };
    return named(from, from.create(stablehlo.CollectivePermuteOp, args, [types[i]!])).result;
  });
};

const broadcast: CollectiveImporter = (from, { operands, types }) => {
  const replicaGroups = groupsAttr(groupsOf(from.attributes.replicaGroups));
  const args = { operands, replicaGroups, channelHandle: channelHandle(from) };
  return named(from, from.create(stablehlo.CollectiveBroadcastOp, args, types)).results;
};

/** Along a dimension, or of an operand for each member of a group. */
const allToAll: CollectiveImporter = (from, { operands, types }) => {
  const groups = groupsOf(from.attributes.replicaGroups);
  const { dimensions } = from.attributes;
  if (dimensions?.length === 1) {
    const { numPartitions, replicaCount } = from.computation.module.source;
    const all = (from.attributes.channelId ?? 0) > 0 ? numPartitions : replicaCount;
    const size = groups[0]?.length ?? all;
    return exchange(from, operands, types, dimensions[0]!, size);
  }
  const stacked = operands.map((operand) => withLeading(from, tensorOf(operand)));
  const { type } = stacked[0] ?? from.fail('has no operands');
  const whole = type.withShape([operands.length, ...type.shape.slice(1)]);
  const joined = from.create(stablehlo.ConcatenateOp, { inputs: stacked, dimension: i64Attr(0) }, [whole]);
  const [exchanged] = exchange(from, [joined.result], [whole], 0, operands.length);
  return types.map((result, i) => {
    const rest = type.shape.slice(1);
    const bounds = {
      startIndices: numbersAttr([i, ...rest.map(() => 0)]),
      limitIndices: numbersAttr([i + 1, ...rest]),
      strides: numbersAttr(type.shape.map(() => 1)),
    };
    const part = from.create(stablehlo.SliceOp, { operand: exchanged!, ...bounds }, [type]);
    return from.create(stablehlo.ReshapeOp, { operand: part.result }, [result]).result;
  });
};

function withLeading(from: ImportedInstruction, operand: Tensor): Tensor {
  const type = operand.type.withShape([1, ...operand.type.shape]);
  return from.create(stablehlo.ReshapeOp, { operand }, [type]).result;
}

function exchange(
  from: ImportedInstruction,
  operands: readonly Value[],
  types: readonly Type[],
  dimension: number,
  count: number,
): readonly Value[] {
  const args = {
    operands,
    splitDimension: i64Attr(dimension),
    concatDimension: i64Attr(dimension),
    splitCount: i64Attr(count),
    replicaGroups: groupsAttr(groupsOf(from.attributes.replicaGroups)),
    channelHandle: channelHandle(from),
  };
  return named(from, from.create(stablehlo.AllToAllOp, args, types)).results;
}

/** Collectives by their opcode; those of `-start` and `-done` instructions without these words. */
export const collectives: Readonly<Record<string, CollectiveImporter>> = {
  'all-gather': allGather,
  'all-reduce': allReduce,
  'all-to-all': allToAll,
  'collective-broadcast': broadcast,
  'collective-permute': permute,
  'reduce-scatter': reduceScatter,
};

/** As JAX writes `jax.lax.ragged_all_to_all`. */
const raggedAllToAll: InstructionImporter = (from) => {
  const groups = groupsAttr(groupsOf(from.attributes.replicaGroups));
  const op = from.create(stablehlo.CustomCallOp, {
    inputs: from.allValues(),
    callTargetName: StringAttr.get(stablehlo.RAGGED_ALL_TO_ALL),
    apiVersion: i32Attr(4),
    backendConfig: DictionaryAttr.get([['replica_groups', groups]]),
  });
  return named(from, op).results;
};

/** Importers of opcodes that communicate between devices. */
export const collectiveImporters: Readonly<Record<string, InstructionImporter>> = {
  ...Object.fromEntries(
    Object.entries(collectives).map(([opcode, collective]): [string, InstructionImporter] => [
      opcode,
      (from) => collective(from, { operands: from.allValues(), types: from.types }),
    ]),
  ),
  'ragged-all-to-all': raggedAllToAll,
  'partition-id': (from) => from.create(stablehlo.PartitionIdOp, {}).results,
  'replica-id': (from) => from.create(stablehlo.ReplicaIdOp, {}).results,
};
