import { anyType, defineOp, returnLike, terminator, variadic } from '@shardform/ir-core';

/** Ends the region of an operation of this dialect and hands its operands to it. */
export class ReturnOp extends defineOp('sdy.return', {
  summary: 'ends the region of an sdy operation',
  operands: { results: variadic(anyType) },
  traits: [returnLike, terminator],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict ($results^ `:` type($results))?',
}) {}
