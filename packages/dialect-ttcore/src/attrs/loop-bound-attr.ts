import { defineAttr, integerParameter, optionalParameter } from '@shardform/ir-core';
import { typedIntegerParameter } from './parameters.ts';

const boundParameters = {
  value: integerParameter,
  operand: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ typedIntegerParameter('i32')),
};

/**
 * `#ttcore.loop_bound<10>`: where a counted loop starts or ends, or how far it goes at once; `#ttcore.loop_bound<0, 2 : i32>`:
 * the number that operand 2 holds.
 */
export class LoopBoundAttr extends defineAttr('ttcore.loop_bound', {
  summary: 'TT loop_bound attribute',
  parameters: boundParameters,
  format: '`<` $value (`,` $operand^)? `>`',
}) {}
