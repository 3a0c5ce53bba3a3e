import {
  type DenseArrayAttr,
  type InterfaceImplementation,
  type Operation,
  type OpWithDefinition,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import * as broadcasts from '../chlo/broadcast-ops.ts';
import { ConstantLikeOp } from '../chlo/constant-ops.ts';
import { reifiedShape } from './reified-shape.ts';

/** An operation that broadcasts two operands together. */
interface BinaryBroadcast extends Operation {
  readonly lhs: Value;
  readonly rhs: Value;
  readonly broadcastDimensions: DenseArrayAttr | null;
}

/** Returns true if the operand with fewer dimensions is aligned at the last one, as numpy does. */
function isNumpyBroadcast(lhs: Type, rhs: Type, dimensions: readonly number[]): boolean {
  if (!(lhs instanceof RankedTensorType) || !(rhs instanceof RankedTensorType)) return false;
  if (lhs.rank === rhs.rank) return true;
  const [few, many] = [Math.min(lhs.rank, rhs.rank), Math.max(lhs.rank, rhs.rank)];
  return dimensions.length === few && dimensions.every((d, i) => d === many - few + i);
}

const binary = Object.values(broadcasts).filter(
  (item): item is typeof item & OpWithDefinition<BinaryBroadcast> => item !== broadcasts.BroadcastSelectOp,
);

/** Shapes of CHLO's results, for the operations of which upstream computes them. */
export const chloShapes: readonly InterfaceImplementation[] = [
  ...binary.map((opClass) =>
    reifiedShape.implementFor<BinaryBroadcast>(opClass, (op) => (builder) => {
      const { lhs, rhs, broadcastDimensions } = op;
      if (
        broadcastDimensions === null ||
        isNumpyBroadcast(lhs.type, rhs.type, broadcastDimensions.numbers())
      ) {
        return builder.broadcast([lhs, rhs]);
      }
      builder.warn(
        `unsupported non prefix-padded dynamic rank broadcast_dimensions = ${String(broadcastDimensions)}`,
      );
      return null;
    }),
  ),
  reifiedShape.implementFor(
    broadcasts.BroadcastSelectOp,
    (op) => (builder) => builder.broadcast(op.operandValues()),
  ),
  reifiedShape.implementFor(ConstantLikeOp, (op) => (builder) => builder.shapeOf(op.operand)),
];
