import { defineOpInterface, type OpInterface } from '@shardform/ir-core';
import type { VectorFunction } from '../kernels/vector-functions.ts';

/** The vector code of an operation. */
export interface VectorForm {
  readonly name: VectorFunction;
  /** Operand indices in the order in which the function takes them, if that differs from the operation's. */
  readonly order?: readonly number[];
}

/**
 * Elementwise operations that the simulator computes together with those around them; `null` for forms of an operation, or kinds of
 * operands, that it does not.
 */
export const vectorizable: OpInterface<VectorForm | null> =
  /* @__PURE__ */ defineOpInterface<VectorForm | null>('sim.vectorizable', 'a vector form');
