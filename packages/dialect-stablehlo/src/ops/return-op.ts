import { anyType, defineOp, returnLike, terminator, variadic } from '@shardform/ir-core';

/** Ends a region of a StableHLO op and hands its operands to the op. */
export class ReturnOp extends defineOp('stablehlo.return', {
  summary: 'end of a region',
  operands: { results: variadic(anyType) },
  traits: [terminator, returnLike],
  effects: 'none',
  speculates: 'always',
  format: '$results attr-dict (`:` type($results)^)?',
}) {}
