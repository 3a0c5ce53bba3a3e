import type { FuncOp } from '@shardform/dialect-func';
import { AddOp, AllReduceOp, ReduceOp } from '@shardform/dialect-stablehlo';
import { cloneOp, IrMapping, type Operation, type Value } from '@shardform/ir-core';
import { isZeroConstant } from '@shardform/passes-sharding';
import { layerLoops } from './layer-loops.ts';

/** Adds up behind a loop what it adds up row by row. */
export function sumsBehindLoops(func: FuncOp): void {
  for (const { op, written } of layerLoops(func)) {
    const rows = new Map(written.flatMap(({ index, ops }) => ops.map((own) => [own, index] as const)));
    const sums = [...op.body.entry].flatMap((inner) => (inner instanceof AllReduceOp ? [inner] : []));
    for (const sum of sums) {
      const behind = sum.results.map((result) => rowOf(result, rows));
      const operands = sum.operandValues();
      if (behind.some((row) => row === undefined)) continue;
      for (const row of behind) addBehind(op, row!, sum);
      sum.replaceAllUsesWith(operands);
      sum.erase();
    }
  }
}

/** Adds up a result of a loop. @param sum of rows of it. */
function addBehind(loop: Operation, index: number, sum: AllReduceOp): void {
  const result = loop.getResult(index);
  const uses = [...result.uses()];
  const { replicaGroups, channelHandle, useGlobalDeviceIds } = sum;
  const attributes = { replicaGroups, channelHandle, useGlobalDeviceIds };
  const whole = AllReduceOp.create({ operands: [result], ...attributes }, [result.type], {
    location: sum.location,
  });
  const block = whole.computation.addBlock();
  const mapping = new IrMapping();
  sum.computation.entry.arguments.forEach((argument) =>
    mapping.values.set(argument, block.addArgument(argument.type, argument.location)),
  );
  for (const inner of sum.computation.entry) block.append(cloneOp(inner, mapping));
  loop.parent!.insertBefore(whole, loop.next);
  for (const { owner, index: at } of uses) owner.operands[at]!.set(whole.getResult());
}

/** The number of the stack of which a sum is a row, possibly in another shape. */
function rowOf(sum: Value, rows: ReadonlyMap<Operation, number>): number | undefined {
  let value = sum;
  for (;;) {
    const [user, ...others] = value.users();
    if (user === undefined || others.length > 0) return undefined;
    if (rows.has(user)) return rows.get(user);
    if (!isLinear(user)) return undefined;
    value = user.getResult();
  }
}

/** Whether the result of a sum is the sum of the results. */
function isLinear(op: Operation): boolean {
  if (LINEAR.has(op.name)) return true;
  if (!(op instanceof ReduceOp) || op.results.length !== 1) return false;
  const [combiner, end] = op.body.entry;
  return (
    combiner instanceof AddOp && end?.definition.isTerminator === true && isZeroConstant(op.getOperand(1))
  );
}

const LINEAR: ReadonlySet<string> = new Set(
  ['reshape', 'broadcast_in_dim', 'transpose', 'convert'].map((name) => `stablehlo.${name}`),
);
