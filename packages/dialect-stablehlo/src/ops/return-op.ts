import { anyType, defineOp, pure, returnLike, terminator, variadic } from '@shardform/ir-core';

/** Ends a region of a StableHLO op and hands its operands to the op. */
export class ReturnOp extends defineOp('stablehlo.return', {
  summary: 'end of a region',
  operands: { results: variadic(anyType) },
  traits: [pure, terminator, returnLike],
  format: '$results attr-dict (`:` type($results)^)?',
}) {}
