import { type MeshAttr, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { Operation, SymbolRefAttr, type Value } from '@shardform/ir-core';
import { type DimSplits, shardingOf, splitsKey } from '../problem/dim-splits.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { PlannedMesh } from './apply-plan.ts';

/**
 * Constrains the operands of operations that need them split in another way than they are made. Without, the partitioner
 * chooses how an operation is divided when its operands and results disagree.
 *
 * @returns removes the constraints again.
 */
export function pinUses(
  { graph, flows, flowNumbers }: ShardingProblem,
  choices: readonly number[],
  mesh: PlannedMesh,
): () => void {
  const constraints = new Map<string, ShardingConstraintOp>();
  const pinned: { readonly op: Operation; readonly operand: number; readonly value: Value }[] = [];
  const numbers = new Map<unknown, number>();
  const numberOf = (object: unknown): number => {
    const number = numbers.get(object) ?? numbers.size;
    numbers.set(object, number);
    return number;
  };
  for (const [i, { to, operand }] of graph.flows.entries()) {
    if (!(to instanceof Operation)) continue;
    const { a, b, made, needed, rows, columns } = flows[flowNumbers[i]!]!;
    const splits = needed[columns[choices[b]!]!]!;
    if (splitsKey(made[rows[choices[a]!]!]!) === splitsKey(splits)) continue;
    const value = to.getOperand(operand);
    const key = `${numberOf(value)} ${numberOf(to.parent)} ${splitsKey(splits)}`;
    let constraint = constraints.get(key);
    if (constraint === undefined)
      constraints.set(key, (constraint = constraintBefore(to, value, splits, mesh)));
    to.operands[operand]!.set(constraint.result);
    pinned.push({ op: to, operand, value });
  }
  return () => {
    for (const { op, operand, value } of pinned) op.operands[operand]!.set(value);
    for (const constraint of constraints.values()) constraint.erase();
  };
}

function constraintBefore(
  op: Operation,
  input: Value,
  splits: DimSplits,
  { name, mesh }: { readonly name: string; readonly mesh: MeshAttr },
): ShardingConstraintOp {
  const sharding = shardingOf(splits, mesh, SymbolRefAttr.get(name));
  const constraint = ShardingConstraintOp.create({ input, sharding }, [input.type], {
    location: op.location,
  });
  constraint.moveBefore(op);
  return constraint;
}
