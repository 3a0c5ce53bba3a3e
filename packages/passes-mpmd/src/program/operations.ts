import { FuncOp } from '@shardform/dialect-func';
import { FragmentOp } from '@shardform/dialect-mpmd';
import {
  BlockArgument,
  ModuleOp,
  type Operation,
  OpResult,
  type Region,
  type Value,
} from '@shardform/ir-core';

/** Returns the values from outside that the regions of an operation use, in the order of their first use. */
export function capturedValues(op: Operation): Value[] {
  const captured = new Set<Value>();
  for (const region of op.regions) {
    for (const block of region.blocks) {
      for (const nested of block) {
        nested.walk((inner) => {
          for (const { value } of inner.operands) if (!isDefinedIn(value, op)) captured.add(value);
        }, 'pre');
      }
    }
  }
  return [...captured];
}

/** Returns the operands of an operation and the values from outside that its regions use. */
export function effectiveOperands(op: Operation): Value[] {
  return op.regions.length === 0
    ? op.operandValues()
    : [...new Set([...op.operandValues(), ...capturedValues(op)])];
}

function isDefinedIn(value: Value, op: Operation): boolean {
  let region: Region | null = value.parentBlock?.parent ?? null;
  while (region !== null) {
    if (region.parent === op) return true;
    region = region.parent.parentRegion;
  }
  return false;
}

/** Operations without operands that have one result: cheaper to repeat than to transfer. */
export function isNegligible(op: Operation): boolean {
  return op.operands.length === 0 && op.results.length === 1;
}

/** Operations that mesh inference puts into fragments: all that are not of the dialect and in no fragment yet. */
export function isMeshless(op: Operation): boolean {
  if (op.definition.isTerminator || op.definition.dialect === 'mpmd') return false;
  if (op instanceof ModuleOp || op instanceof FuncOp) return false;
  return enclosingFragment(op) === null;
}

/** Returns the fragment around an operation, or `null`. */
export function enclosingFragment(op: Operation): FragmentOp | null {
  for (let at = op.parentOp; at !== null; at = at.parentOp) if (at instanceof FragmentOp) return at;
  return null;
}

/** True if something else than `op`, or what stands in it, uses a value. */
export function hasUsersBeside(value: Value, op: Operation): boolean {
  return value.users().some((user) => !user.isInside(op));
}

/** Runs `visit` on the operations of a function, users before what they use, inner operations first. */
export function walkReversed(op: Operation, visit: (op: Operation) => void): void {
  for (const region of op.regions.toReversed()) {
    for (const block of region.blocks.toReversed()) {
      for (let nested = block.lastOp; nested !== null;) {
        const { previous }: Operation = nested;
        walkReversed(nested, visit);
        nested = previous;
      }
    }
  }
  visit(op);
}

/** Returns true for results of operations. */
export function isResult(value: Value): value is OpResult {
  return value instanceof OpResult;
}

/** Returns true for arguments of blocks. */
export function isArgument(value: Value): value is BlockArgument {
  return value instanceof BlockArgument;
}
