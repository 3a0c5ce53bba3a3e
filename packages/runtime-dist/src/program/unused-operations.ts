import { WhileOp } from '@shardform/dialect-stablehlo';
import {
  checkInterruptAfter,
  isMemoryEffectFree,
  type Operation,
  STEPS_PER_OPERATION,
} from '@shardform/ir-core';
import { type FlatProgram, sourceOf } from './flat-program.ts';

/**
 * Returns the operations whose results nothing uses, which compilers remove: a tensor that a loop carries without reading it, for
 * example. Operations that communicate or have effects are kept, those that decide whether a loop goes on, and those
 * that a barrier waits for.
 *
 * @returns 1 by operation that is unused.
 */
export function unusedOperations(program: FlatProgram): Uint8Array {
  const { opCount, operandStart, operands, resultStart, outputs, opCollective, opPairs } = program;
  const unused = new Uint8Array(opCount);
  // Without results nothing says what the program is for.
  if (outputs === null || outputs.length === 0) return unused;
  const isUsed = new Uint8Array(program.valueCount);
  for (const { value } of outputs) isUsed[value] = 1;
  for (const value of program.awaited) isUsed[value] = 1;
  const isRemovable = new Map<Operation, boolean>();
  for (let op = opCount - 1; op >= 0; op -= 1) {
    checkInterruptAfter(STEPS_PER_OPERATION);
    const isNeeded = isUsed.subarray(resultStart[op], resultStart[op + 1]).includes(1);
    if (!isNeeded && !opCollective.has(op) && !opPairs.has(op)) {
      const source = sourceOf(program, op);
      let own = source === null ? false : isRemovable.get(source);
      if (own === undefined) isRemovable.set(source!, (own = mayBeRemoved(source!)));
      if (own) {
        unused[op] = 1;
        continue;
      }
    }
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) isUsed[operands[i]] = 1;
  }
  return unused;
}

function mayBeRemoved(op: Operation): boolean {
  const loop = op.parentOp;
  const decides = loop instanceof WhileOp && op.parent === loop.cond.entry;
  return !decides && isMemoryEffectFree(op, null);
}
