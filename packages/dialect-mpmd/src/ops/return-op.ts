import { anyType, defineOp, returnLike, terminator, variadic } from '@shardform/ir-core';

/** Ends the region of an operation of this dialect and hands its operands to it. */
export class ReturnOp extends defineOp('mpmd.return', {
  summary: 'ends the region of an mpmd operation',
  operands: { results: variadic(anyType) },
  traits: [returnLike, terminator],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict $results (`:` type($results)^)?',
}) {}
