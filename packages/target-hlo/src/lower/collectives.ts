import {
  AllGatherOp,
  AllReduceOp,
  AllToAllOp,
  type ChannelHandleAttr,
  CollectiveBroadcastOp,
  CollectivePermuteOp,
  PartitionIdOp,
  ReduceScatterOp,
  ReplicaGroupMeshAxesAttr,
  ReplicaIdOp,
  replicaGroups,
  type ReplicaGroups,
} from '@shardform/dialect-stablehlo';
import { ExportError } from './export-error.ts';
import type { InstructionAttributes } from '@shardform/hlo-module';
import type { DenseElementsAttr, Operation, UnitAttr } from '@shardform/ir-core';
import type { InstructionDraft } from '../build/instruction-draft.ts';
import { arrayShape, inLayoutOf, transposedShape } from '../build/shapes.ts';
import { arrayShapeOf, jointShape, type LoweringContext, shapeOfArray } from './context.ts';
import { integersLiteral } from './literals.ts';
import { type Lowering, lowering } from './lowering.ts';

interface Collective extends Operation {
  readonly replicaGroups: ReplicaGroups;
  readonly channelHandle: ChannelHandleAttr | null;
}

function communication(op: Collective, useGlobal: UnitAttr | null = null): InstructionAttributes {
  if (op.replicaGroups instanceof ReplicaGroupMeshAxesAttr)
    throw new ExportError(op, 'the mesh of the groups has no axes that can be listed');
  const groups = replicaGroups(op.replicaGroups);
  return {
    ...channel(op.channelHandle),
    replicaGroups: { kind: 'list', groups: groups.length === 1 && groups[0]?.length === 0 ? [] : groups },
    ...(useGlobal !== null && { useGlobalDeviceIds: true }),
  };
}

function channel(handle: ChannelHandleAttr | null): InstructionAttributes {
  return handle === null ? {} : { channelId: handle.handle };
}

/** XLA puts several operands into a tuple and takes them out again. */
function bundled(op: Operation, context: LoweringContext): readonly InstructionDraft[] {
  const operands = context.getAll(op.operandValues());
  if (operands.length <= 1) return operands;
  const tuple = context.tuple(operands);
  return operands.map((_, i) => context.element(tuple, i));
}

/** Pairs of a `tensor<Nx2xi64>`. */
export function pairsOf(attribute: DenseElementsAttr): [number, number][] {
  const numbers = attribute.integers().map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0]);
}

/** Exports of operations that communicate. */
export const collectiveLowerings: readonly Lowering[] = [
  lowering(AllReduceOp, (op, context) => {
    const computation = context.computations.region(op.computation);
    const operands = bundled(op, context);
    const reduce = context.builder.add(
      'all-reduce',
      jointShape(operands.map(({ shape }) => shape)),
      operands,
      {
        attributes: communication(op, op.useGlobalDeviceIds),
        called: [{ role: 'to_apply', computation }],
      },
    );
    context.results(op, reduce);
  }),
  lowering(AllGatherOp, (op, context) => {
    const operands = bundled(op, context);
    const shapes = op.results.map(({ type }, i) => {
      const shape = arrayShapeOf(type, op);
      const operand = operands[i];
      return operand === undefined ? shape : inLayoutOf(shape, shapeOfArray(operand));
    });
    const gather = context.builder.add('all-gather', jointShape(shapes), operands, {
      attributes: {
        ...communication(op, op.useGlobalDeviceIds),
        dimensions: [op.allGatherDim.number],
      },
    });
    context.results(op, gather);
  }),
  lowering(ReduceScatterOp, (op, context) => {
    const computation = context.computations.region(op.computation);
    const operand = context.get(op.operand);
    const shape = inLayoutOf(arrayShapeOf(op.getResult().type, op), shapeOfArray(operand));
    context.result(op, 'reduce-scatter', shape, [operand], {
      attributes: {
        ...communication(op, op.useGlobalDeviceIds),
        dimensions: [op.scatterDimension.number],
      },
      called: [{ role: 'to_apply', computation }],
    });
  }),
  lowering(AllToAllOp, (op, context) => {
    const operands = context.getAll(op.operandValues());
    const [only] = operands;
    if (only === undefined) return;
    if (operands.length > 1) {
      const shape = jointShape(operands.map((operand) => operand.shape));
      context.untuple(
        op,
        context.builder.add('all-to-all', shape, operands, { attributes: communication(op) }),
      );
      return;
    }
    const split = op.splitDimension.number;
    const exchange = context.builder.add('all-to-all', only.shape, operands, {
      attributes: { ...communication(op), dimensions: [split] },
    });
    const result = exchanged(op, exchange, context);
    context.set(op.getResult(), result);
  }),
  lowering(CollectivePermuteOp, (op, context) => {
    const operand = context.get(op.operand);
    context.result(op, 'collective-permute', operand.shape, [operand], {
      attributes: { ...channel(op.channelHandle), sourceTargetPairs: pairsOf(op.sourceTargetPairs) },
    });
  }),
  lowering(CollectiveBroadcastOp, (op, context) => {
    const operands = bundled(op, context);
    const broadcast = context.builder.add(
      'collective-broadcast',
      jointShape(operands.map(({ shape }) => shape)),
      operands,
      { attributes: communication(op) },
    );
    context.results(op, broadcast);
  }),
  lowering(PartitionIdOp, (op, context) => {
    context.result(op, 'partition-id', arrayShape('u32', []), []);
  }),
  lowering(ReplicaIdOp, (op, context) => {
    context.result(op, 'replica-id', arrayShape('u32', []), []);
  }),
];

/** HLO's all-to-all gathers the parts in the dimension that it splits; they are moved where they belong. */
function exchanged(op: AllToAllOp, exchange: InstructionDraft, context: LoweringContext): InstructionDraft {
  const { builder } = context;
  const split = op.splitDimension.number;
  const concat = op.concatDimension.number;
  const count = op.splitCount.number;
  if (split === concat) return exchange;
  const shape = shapeOfArray(exchange);
  const one = arrayShape('s32', [1]);
  builder.add('constant', one, [], { attributes: { literal: integersLiteral([count], one) } });
  const sizes = shape.dimensions.flatMap((size, d) => (d === split ? [count, size / count] : [size]));
  const parts = builder.add('reshape', arrayShape(shape.elementType, sizes), [exchange]);
  const permutation = shape.dimensions.flatMap((_, d) => {
    const after = d >= split ? d + 1 : d;
    return d === concat ? [split, after] : [after];
  });
  const moved = builder.add('transpose', transposedShape(shapeOfArray(parts), permutation), [parts], {
    attributes: { dimensions: permutation },
  });
  return builder.add('reshape', arrayShapeOf(op.getResult().type, op), [moved]);
}
