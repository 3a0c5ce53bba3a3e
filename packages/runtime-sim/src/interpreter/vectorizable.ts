import { defineOpInterface, type OpInterface } from '@shardform/ir-core';
import type { VectorFunction } from '../kernels/vector-functions.ts';

/** The vector code of an operation on f32 and on truth values. */
export interface VectorForm {
  readonly name: VectorFunction;
  /** Operand indices in the order in which the function takes them, if that differs from the operation's. */
  readonly order?: readonly number[];
}

/**
 * Elementwise operations that the simulator computes together with those around them where all tensors have f32 or i1
 * elements; `null` for forms of an operation that it does not.
 */
export const vectorizable: OpInterface<VectorForm | null> =
  /* @__PURE__ */ defineOpInterface<VectorForm | null>('sim.vectorizable', 'a vector form');
