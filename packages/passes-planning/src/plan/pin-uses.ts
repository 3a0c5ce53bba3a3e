import { type MeshAttr, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { Operation, SymbolRefAttr, type Value } from '@shardform/ir-core';
import { type DimSplits, shardingOf } from '../problem/dim-splits.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import { type TensorCopy, tensorCopies } from '../step/tensor-copies.ts';
import type { PlannedMesh } from './apply-plan.ts';

/**
 * Constrains the operands of operations that need them split in another way than they are made. Without, the partitioner
 * chooses how an operation is divided when its operands and results disagree.
 *
 * @returns removes the constraints again.
 */
export function pinUses(problem: ShardingProblem, choices: readonly number[], mesh: PlannedMesh): () => void {
  const constraints = new Map<TensorCopy, ShardingConstraintOp>();
  const pinned: { readonly op: Operation; readonly operand: number; readonly value: Value }[] = [];
  const { flows } = problem.graph;
  for (const [i, copy] of tensorCopies(problem, choices).entries()) {
    const { to, operand } = flows[i] ?? {};
    if (copy === null || operand === undefined || !(to instanceof Operation)) continue;
    const value = to.getOperand(operand);
    let constraint = constraints.get(copy);
    if (constraint === undefined) {
      const source = copy.source === null ? undefined : constraints.get(copy.source);
      constraint = constraintBefore(to, source?.result ?? value, copy.splits, mesh);
      constraints.set(copy, constraint);
    }
    to.operands[operand]!.set(constraint.result);
    pinned.push({ op: to, operand, value });
  }
  return () => {
    for (const { op, operand, value } of pinned) op.operands[operand]!.set(value);
    for (const constraint of [...constraints.values()].reverse()) constraint.erase();
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
