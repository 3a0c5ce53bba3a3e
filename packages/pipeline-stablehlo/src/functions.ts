import type { Operation } from '@shardform/ir-core';
import { FuncOp, setValueAttr } from '@shardform/dialect-func';
import { ManualComputationOp, SHARDING } from '@shardform/dialect-sdy';

/** The public functions of a module that have a body. */
export function publicFunctions(module: Operation): FuncOp[] {
  return module.regions.flatMap((region) =>
    region.blocks.flatMap((block) =>
      [...block].filter((op): op is FuncOp => op instanceof FuncOp && op.isPublic && !op.isDeclaration),
    ),
  );
}

/** The manual computations that a function holds; a function with one is solved: its shapes are local already. */
export function manualComputations(func: FuncOp): ManualComputationOp[] {
  const found: ManualComputationOp[] = [];
  func.walkOf(ManualComputationOp, (op) => void found.push(op));
  return found;
}

/** Removes the shardings of a function's arguments and results: a manual computation says them. */
export function removeFunctionShardings(func: FuncOp): void {
  const { inputs, results } = func.functionType;
  inputs.forEach((_, i) => setValueAttr(func, 'arg_attrs', i, SHARDING, null));
  results.forEach((_, i) => setValueAttr(func, 'res_attrs', i, SHARDING, null));
}
