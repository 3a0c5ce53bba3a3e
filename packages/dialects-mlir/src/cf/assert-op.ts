import { defineOp, i1, type MemoryEffect, onlyType, stringAttr } from '@shardform/ir-core';

const EFFECTS: readonly MemoryEffect[] = [{ kind: 'write', value: null }];

/** Stops the program with a message unless a condition holds (MLIR, `cf.assert`). */
export class AssertOp extends defineOp('cf.assert', {
  summary: 'assert operation with message attribute',
  operands: { arg: onlyType(i1, '1-bit signless integer') },
  attrs: { msg: stringAttr },
  format: '$arg `,` $msg attr-dict',
}) {
  memoryEffects(): readonly MemoryEffect[] {
    return EFFECTS;
  }
}
