import { anyType, defineOp, returnLike, terminator, variadic } from '@shardform/ir-core';

/** Ends a region of this dialect; its operands are what the region computes. */
export class ReturnOp extends defineOp('dist.return', {
  summary: 'ends a region and hands out its results',
  operands: { operands: variadic(anyType) },
  traits: [returnLike, terminator],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict ($operands^ `:` type($operands))?',
}) {}
