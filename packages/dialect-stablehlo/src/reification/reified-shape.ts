import { defineOpInterface, type Value } from '@shardform/ir-core';
import type { ShapeBuilder } from './shape-builder.ts';

/**
 * Computes the shape that all results of an operation have from its operands: a tensor of one dimension that holds the
 * sizes. `null` when that can't be done, after whatever there is to say about it.
 */
export type ReifiedShape = (builder: ShapeBuilder) => Value | null;

/** The shape of an operation's results as a value, where sizes are known at run time only. */
export const reifiedShape = /* @__PURE__ */ defineOpInterface<ReifiedShape>(
  'stablehlo.reified-shape',
  'the shape of its results as a value',
);
