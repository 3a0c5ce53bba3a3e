import { defineOp, i1, onlyType, stringAttr } from '@shardform/ir-core';

/** Stops the program with a message unless a condition holds (MLIR, `cf.assert`). */
export class AssertOp extends defineOp('cf.assert', {
  summary: 'assert operation with message attribute',
  operands: { arg: onlyType(i1, '1-bit signless integer') },
  attrs: { msg: stringAttr },
  effects: [{ kind: 'write' }],
  speculates: 'never',
  format: '$arg `,` $msg attr-dict',
}) {}
