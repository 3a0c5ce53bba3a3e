import { CustomCallOp } from '@shardform/dialect-stablehlo';
import type { ModuleOp, Operation } from '@shardform/ir-core';
import { operationOfCall } from './operation-of-call.ts';

/**
 * Replaces the custom calls of a program that stand for operations by these; see {@link operationOfCall}.
 *
 * @param isKept whether calls of a target stay.
 * @returns calls and what replaces them.
 */
export function readCustomCalls(
  module: ModuleOp,
  isKept: (target: string) => boolean = () => false,
): ReadonlyMap<Operation, Operation> {
  const replaced = new Map<Operation, Operation>();
  module.walkOf(CustomCallOp, (call) => {
    if (isKept(call.callTargetName.value)) return;
    const make = operationOfCall(call);
    if (make === null) return;
    const operation = make();
    for (const [name, attribute] of call.discardable ?? [])
      if (!name.startsWith('mhlo.')) operation.setAttr(name, attribute);
    operation.moveBefore(call);
    call.replaceAllUsesWith(operation.results);
    call.erase();
    replaced.set(call, operation);
  });
  return replaced;
}

/** Returns whether {@link readCustomCalls} replaces a call. */
export function standsForOperation(op: Operation): boolean {
  return op instanceof CustomCallOp && operationOfCall(op) !== null;
}
