import { ShardingConstraintOp } from '@shardform/dialect-sdy';
import { isInBackwardPass, scopeOf } from '@shardform/inspect';
import { type ModuleOp, type Operation, positionOf } from '@shardform/ir-core';
import type { ProgramChange } from '@shardform/study';

/**
 * Returns whether an edit of the user's program changes it as a change of its lowered form does. JAX constrains the gradient of a value
 * that is constrained, too, and a line of a function is in the program once for each call.
 */
export function isExact(change: ProgramChange, module: ModuleOp): boolean {
  switch (change.kind) {
    case 'arguments':
    case 'result':
      return true;
    case 'constraint':
      return isAloneAt(change.op, module, (op) => op instanceof ShardingConstraintOp);
    case 'constrain': {
      const { definingOp } = change.value;
      const isAlone =
        definingOp === null || isAloneAt(definingOp, module, ({ name }) => name === definingOp.name);
      return isAlone && !hasBackwardPass(module);
    }
    case 'save':
      return false;
  }
}

/** Returns whether no other operation of a kind was made by the same place of the user's program. */
function isAloneAt(op: Operation, module: ModuleOp, isAlike: (op: Operation) => boolean): boolean {
  const place = placeOf(op);
  if (place === null) return false;
  let count = 0;
  module.walk((other) => {
    if (isAlike(other) && placeOf(other) === place) count++;
  });
  return count === 1;
}

function placeOf({ location }: Operation): string | null {
  const position = positionOf(location);
  return position === null ? null : `${position.file}:${position.line}:${position.column}`;
}

function hasBackwardPass(module: ModuleOp): boolean {
  let found = false;
  module.walk((op) => {
    found ||= isInBackwardPass(scopeOf(op) ?? '');
    return found ? 'interrupt' : 'advance';
  });
  return found;
}
