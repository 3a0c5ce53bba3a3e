import { FuncOp } from '@shardform/dialect-func';
import {
  AllGatherOp,
  AllReduceOp,
  AllSliceOp,
  CollectivePermuteOp,
  functionArgumentSharding,
  functionResultSharding,
  ManualComputationOp,
  MeshTable,
  PropagationBarrierOp,
  ReduceScatterOp,
  ReplicatedToUnreducedOp,
  ShardedToUnreducedOp,
} from '@shardform/dialect-sdy';
import { type Context, definePass, type Operation } from '@shardform/ir-core';
import { padGeneric } from './generic.ts';
import { opPadding } from './op-padding.ts';
import { Padder } from './padder.ts';

/** `sdy-pad-for-divisibility`. */
export const padForDivisibility = /* @__PURE__ */ definePass({
  name: 'sdy-pad-for-divisibility',
  className: 'PadForDivisibilityPass',
  summary: 'Pads tensors so that every sharded dimension is divisible by its number of parts.',
  description:
    'Shapes stay global. Arguments and results of functions have to be divisible. What is added is cut off where dimensions become whole again, and is zero where sums would see it.',
  anchor: 'func.func',
  dependentDialects: ['stablehlo'],
  run(op, pass) {
    const { context } = pass;
    // The anchor is func.func.
    const func = op as FuncOp;
    const padder = new Padder(new MeshTable(func), context);
    if (!checkFunction(func, padder)) {
      pass.fail();
      return;
    }
    // Collected first, so that inserted operations are not visited.
    const ops: Operation[] = [];
    func.walk((inner) => {
      if (inner !== func) ops.push(inner);
    }, 'pre');
    for (const inner of ops) {
      if (padOp(inner, padder, context)) continue;
      context.diagnostics.error(
        inner.location,
        `failed to legalize operation '${inner.name}' that was explicitly marked illegal`,
      );
      pass.fail();
      return;
    }
  },
});

function checkFunction(func: FuncOp, padder: Padder): boolean {
  const { inputs, results } = func.functionType;
  const report = (what: string): boolean => {
    const { diagnostics } = padder.context;
    diagnostics.error(
      func.location,
      `'func.func' op ${what} has a non-divisible sharding. Shardy expects function IO to be divisible.`,
    );
    diagnostics.error(func.location, "failed to legalize operation 'func.func'");
    return false;
  };
  for (const [i, type] of inputs.entries()) {
    if (padder.divisibleType(type, functionArgumentSharding(func, i)) !== type)
      return report(`argument #${i}`);
  }
  for (const [i, type] of results.entries()) {
    if (padder.divisibleType(type, functionResultSharding(func, i)) !== type) return report(`result #${i}`);
  }
  return true;
}

/** @returns false when the operation can't be padded. */
function padOp(op: Operation, padder: Padder, context: Context): boolean {
  for (const region of op.regions) {
    for (const argument of region.blocks[0]?.arguments ?? []) {
      padder.setType(argument, padder.divisibleType(argument.type, padder.shardingOf(argument)));
    }
  }
  if (!needsPadding(op, padder)) return true;
  const pad = context.query(opPadding, op);
  if (pad !== undefined) return pad(padder);
  const { dialect } = op.definition;
  if (dialect === 'stablehlo' || dialect === 'chlo' || hasTypesOfOperands(op)) padGeneric(op, padder);
  return true;
}

function needsPadding(op: Operation, padder: Padder): boolean {
  const isOperandPadded = op.operands.some(({ value }) => !padder.isDivisible(value));
  if (isOperandPadded) return true;
  if (op instanceof AllGatherOp) return false;
  if (op instanceof AllSliceOp || op instanceof ReduceScatterOp) {
    return padder.divisibleType(op.tensor.type, op.outSharding) !== op.tensor.type;
  }
  return op.results.some((result) => !padder.isDivisible(result));
}

function hasTypesOfOperands(op: Operation): boolean {
  return (
    op instanceof AllReduceOp ||
    op instanceof CollectivePermuteOp ||
    op instanceof ManualComputationOp ||
    op instanceof PropagationBarrierOp ||
    op instanceof ReplicatedToUnreducedOp ||
    op instanceof ShardedToUnreducedOp
  );
}
