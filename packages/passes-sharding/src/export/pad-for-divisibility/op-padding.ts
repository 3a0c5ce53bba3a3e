import { defineOpInterface, type OpInterface } from '@shardform/ir-core';
import type { Padder } from './padder.ts';

/**
 * Pads one operation, whose operands are padded already: gives its results their padded types.
 *
 * @returns false when the operation can't be padded.
 */
export type OpPadding = (padder: Padder) => boolean;

/**
 * Implemented by operations that the elements which are added to their operands would disturb, or that have sizes in
 * their attributes, or that gather and slice.
 */
export const opPadding: OpInterface<OpPadding> = /* @__PURE__ */ defineOpInterface(
  'sdy.op_padding',
  'a form for padded operands',
);
