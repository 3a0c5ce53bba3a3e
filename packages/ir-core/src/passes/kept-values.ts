import { forwardedOperands } from '../analysis/reachability.ts';
import type { ValueLiveness } from '../analysis/value-liveness.ts';
import type { Context } from '../ir/context.ts';
import type { RegionBranchOp } from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { OpOperand, Value } from '../ir/value.ts';

/** The values that an operation with control flow among its regions has to keep. */
export interface KeptParts {
  /** Results and arguments of entry blocks. */
  readonly values: ReadonlySet<Value>;
  /** Operands of the operation and of the ends of its regions. */
  readonly operands: ReadonlySet<OpOperand>;
}

/** An operand and one of the values that it becomes. */
interface Flow {
  readonly operand: OpOperand;
  readonly input: Value;
}

/**
 * Returns the values that matter, the operands that are not handed over, and what belongs to them: an operand is kept
 * if one of the values that it becomes is, and then all of them are.
 */
export function keptByRegionBranch(
  op: Operation,
  branch: RegionBranchOp,
  liveness: ValueLiveness,
  context: Context,
): KeptParts {
  const values = new Set<Value>(op.results.filter((result) => liveness.isLive(result)));
  const operands = new Set<OpOperand>(op.operands);
  const flows: Flow[] = [];
  const follow = (from: Operation, successors: ReturnType<RegionBranchOp['successorRegions']>): void => {
    for (const { target, inputs } of successors) {
      const range = forwardedOperands(from, op, branch, target, context);
      if (range === null) continue;
      for (let i = 0; i < range.count; i++) {
        const operand = from.operands[range.start + i]!;
        operands.delete(operand);
        const input = inputs[i];
        if (input !== undefined) flows.push({ operand, input });
      }
    }
  };
  for (const { blocks } of op.regions) {
    for (const { lastOp } of blocks) for (const operand of lastOp?.operands ?? []) operands.add(operand);
    for (const argument of blocks[0]?.arguments ?? []) if (liveness.isLive(argument)) values.add(argument);
  }
  follow(op, branch.successorRegions('parent'));
  for (const region of op.regions) {
    const last = region.blocks.at(-1)?.lastOp ?? null;
    if (last !== null) follow(last, branch.successorRegions(region));
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const { operand, input } of flows) {
      if (operands.has(operand) === values.has(input)) continue;
      operands.add(operand);
      values.add(input);
      changed = true;
    }
  }
  return { values, operands };
}
