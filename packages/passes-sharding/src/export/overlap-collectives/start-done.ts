import {
  AllGatherOp,
  AllReduceOp,
  AsyncDoneOp,
  AsyncStartOp,
  CollectivePermuteOp,
  FutureType,
  ReduceScatterOp,
  ReturnOp,
} from '@shardform/dialect-stablehlo';
import { Block, type Operation } from '@shardform/ir-core';

/**
 * Returns whether an operation can be a start and a done: a collective of one operand, since `async_start` has one result. An
 * all-to-all is several instructions in HLO, of which XLA accepts one only.
 */
export function canStart(op: Operation): boolean {
  const isKnown =
    op instanceof AllReduceOp ||
    op instanceof AllGatherOp ||
    op instanceof ReduceScatterOp ||
    op instanceof CollectivePermuteOp;
  return isKnown && op.operands.length === 1;
}

/** Makes a collective its start, and puts its done before an operation of its block, the first one that uses its result. */
export function startAndDone(op: Operation, firstUser: Operation): void {
  const { location } = op;
  const operand = op.getOperand(0);
  const result = op.getResult(0);
  const start = AsyncStartOp.create({ operands: [operand] }, [FutureType.get({ types: [result.type] })], {
    location,
  });
  start.moveBefore(op);
  const done = AsyncDoneOp.create({ future: start.result }, [result.type], { location });
  done.moveBefore(firstUser);
  result.replaceAllUsesWith(done.result);
  const block = new Block();
  const argument = block.addArgument(operand.type, location);
  start.body.append(block);
  op.moveToEnd(block);
  op.setOperand(0, argument);
  ReturnOp.create({ results: [op.getResult(0)] }, [], { location }).moveToEnd(block);
}
