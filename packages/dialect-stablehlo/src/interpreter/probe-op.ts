import { defineOp, sameOperandsAndResultType, stringAttr } from '@shardform/ir-core';
import { tensor } from '../constraints.ts';

/** Hands a tensor on and keeps its value under a name (StableHLO's reference interpreter). */
export class ProbeOp extends defineOp('interpreter.probe', {
  summary: 'records a tensor',
  operands: { operand: tensor },
  attrs: { probe_id: stringAttr },
  results: { result: tensor },
  traits: [sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)',
}) {}
