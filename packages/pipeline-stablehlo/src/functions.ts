import type { Operation } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { ManualComputationOp } from '@shardform/dialect-sdy';

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
