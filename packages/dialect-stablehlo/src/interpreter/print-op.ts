import { defineOp } from '@shardform/ir-core';
import { tensor } from '../constraints.ts';

/** Writes a tensor to the output of whoever interprets the program (StableHLO's reference interpreter). */
export class PrintOp extends defineOp('interpreter.print', {
  summary: 'prints a tensor',
  operands: { operand: tensor },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$operand attr-dict `:` type($operand)',
}) {}
