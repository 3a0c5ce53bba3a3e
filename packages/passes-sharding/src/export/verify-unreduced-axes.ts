import { CallOp, FuncOp } from '@shardform/dialect-func';
import {
  AllReduceOp as SdyAllReduceOp,
  type AxisRefAttr,
  eraseManualAxes,
  functionResultSharding,
  getSharding,
  ManualComputationOp,
  ReduceScatterOp as SdyReduceScatterOp,
  type ReductionOp,
  ReshardOp,
  ShardingConstraintOp,
  skipPropagationBarriers,
  type TensorShardingAttr,
  unreducedTransitionProblem,
} from '@shardform/dialect-sdy';
import {
  AddOp,
  AllReduceOp,
  MaxOp,
  MinOp,
  ReduceOp,
  ReduceScatterOp,
  ReturnOp,
} from '@shardform/dialect-stablehlo';
import {
  type Context,
  definePass,
  type Operation,
  type Region,
  returnLike,
  type Value,
  verifyOp,
} from '@shardform/ir-core';

/** `sdy-verify-unreduced-axes`. */
export const verifyUnreducedAxes = /* @__PURE__ */ definePass({
  name: 'sdy-verify-unreduced-axes',
  className: 'VerifyUnreducedAxesPass',
  summary: 'Verifies that unreduced axes only change where an operation or a reshard says so.',
  anchor: 'func.func',
  run(func, pass) {
    const { context } = pass;
    const outcome = func.walk((op) => {
      if (op === func) return 'advance';
      if (op instanceof SdyAllReduceOp || op instanceof SdyReduceScatterOp || isExplicitReshard(op)) {
        if (!isExplicitReshard(op) && shardingBehindBarriers(op.getOperand(0), context) === null) {
          report(op, 'operand must be sharded.', context);
          return 'interrupt';
        }
        return verifyOp(op, context) ? 'advance' : 'interrupt';
      }
      const problem = problemOf(op, context);
      if (problem === null) return 'advance';
      report(op, problem, context);
      return 'interrupt';
    });
    if (outcome === 'interrupt') pass.fail();
  },
});

function report(op: Operation, message: string, context: Context): void {
  context.diagnostics.error(op.location, `'${op.name}' op ${message}`);
}

function problemOf(op: Operation, context: Context): string | null {
  if (op instanceof CallOp) return callProblem(op, context);
  if (op.definition.isTerminator) {
    // Values returned from a region of StableHLO are combined by the parent operation.
    return op.hasTrait(returnLike) && !(op instanceof ReturnOp)
      ? returnProblem(op, op.parentOp!, context)
      : null;
  }
  // As in most programs.
  if (![...op.operandValues(), ...op.results].some((value) => isUnreduced(value, context))) return null;
  if (op instanceof AllReduceOp || op instanceof ReduceScatterOp) {
    const shardings = (value: Value): TensorShardingAttr[] =>
      present([shardingBehindBarriers(value, context)]);
    return unreducedTransitionProblem(
      {
        operands: shardings(op.getOperand(0)),
        results: shardings(op.getResult(0)),
        introducible: null,
        removable: reductionOf(op.regions[0]),
      },
      op,
    );
  }
  const isReduce = op instanceof ReduceOp;
  const operands = isReduce ? op.inputs : op.operandValues();
  return unreducedTransitionProblem(
    {
      operands: present(
        operands.map((value) => (isReshardedFor(value) ? null : shardingBehindBarriers(value, context))),
      ),
      results: present(op.results.map((result) => shardingBehindBarriers(result, context))),
      introducible: isReduce ? reductionOf(op.body) : 'sum',
      removable: null,
    },
    op,
  );
}

/** Returns the reduction that a region applies to the values it combines, if it is the same for all of them. */
function reductionOf(region: Region | undefined): ReductionOp | null {
  const returned = region?.blocks[0]?.lastOp?.operandValues() ?? [];
  const kinds = returned.map(({ definingOp: op }): ReductionOp | null => {
    if (op instanceof AddOp) return 'sum';
    if (op instanceof MaxOp) return 'max';
    return op instanceof MinOp ? 'min' : null;
  });
  const [first] = kinds;
  return first !== undefined && kinds.every((kind) => kind === first) ? first : null;
}

function callProblem(call: CallOp, context: Context): string | null {
  const callee = call.calledFunction();
  if (callee === null) return null;
  if (!callee.isDeclaration) {
    for (const { value, index } of call.operands) {
      if (isReshardedFor(value)) continue;
      const argument = getSharding(callee.entry.getArgument(index), context);
      const problem = mismatch(
        shardingBehindBarriers(value, context),
        argument,
        `at call argument ${index}.`,
      );
      if (problem !== null) return problem;
    }
  }
  for (const result of call.results) {
    const inside = functionResultSharding(callee, result.index);
    const problem = mismatch(inside, getSharding(result, context), `at call result ${result.index}.`);
    if (problem !== null) return problem;
  }
  return null;
}

function returnProblem(op: Operation, parent: Operation, context: Context): string | null {
  for (const { value, index } of op.operands) {
    const target = targetOfReturn(parent, index, context);
    if (target === null || isReshardedFor(value)) continue;
    const problem = mismatch(
      shardingBehindBarriers(value, context),
      target,
      `at return value ${index} without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.`,
    );
    if (problem !== null) return problem;
  }
  return null;
}

function targetOfReturn(parent: Operation, index: number, context: Context): TensorShardingAttr | null {
  if (parent instanceof FuncOp) return functionResultSharding(parent, index);
  const result = parent.results[index];
  const sharding = result === undefined ? null : getSharding(result, context);
  if (sharding === null || !(parent instanceof ManualComputationOp)) return sharding;
  return eraseManualAxes(sharding, parent.manualAxes);
}

/** Compares the unreduced axes of what should be one value. */
function mismatch(a: TensorShardingAttr | null, b: TensorShardingAttr | null, where: string): string | null {
  const [before, after] = [a?.unreducedAxes ?? [], b?.unreducedAxes ?? []];
  const missing = (list: readonly AxisRefAttr[], other: readonly AxisRefAttr[]): string[] =>
    list.filter((axis) => !other.includes(axis)).map(({ name }) => name);
  const names = [...new Set([...missing(before, after), ...missing(after, before)])].sort();
  return names.length === 0 ? null : `has unreduced axes mismatch for '${names.join(', ')}' ${where}`;
}

function isExplicitReshard(op: Operation | null): boolean {
  return op instanceof ReshardOp || op instanceof ShardingConstraintOp;
}

/** Returns whether a value was given its sharding on purpose, so that its unreduced axes are no accident. */
function isReshardedFor(value: Value): boolean {
  return isExplicitReshard(skipPropagationBarriers(value).definingOp);
}

function shardingBehindBarriers(value: Value, context: Context): TensorShardingAttr | null {
  return getSharding(skipPropagationBarriers(value), context);
}

function isUnreduced(value: Value, context: Context): boolean {
  return (shardingBehindBarriers(value, context)?.unreducedAxes.length ?? 0) > 0;
}

function present(shardings: readonly (TensorShardingAttr | null)[]): TensorShardingAttr[] {
  return shardings.filter((sharding) => sharding !== null);
}
