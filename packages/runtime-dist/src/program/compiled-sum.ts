import { hloAttributes } from '@shardform/dialect-hlo';
import type { AllReduceOp } from '@shardform/dialect-stablehlo';
import { FloatAttr } from '@shardform/ir-core';
import type { OpKind } from './op-kind.ts';

/** How a sum is executed. */
export interface ExecutedSum {
  readonly kind: OpKind;
  /** Bytes of the elements of its type over those that are sent. */
  readonly widening: number;
}

/** As the program has it. */
export const WRITTEN_SUM: ExecutedSum = { kind: 'MPIAllreduce', widening: 1 };

/**
 * Returns how compilers for accelerators execute a sum of a program that XLA compiled for CPUs: one of which each device uses its part is a
 * reduce-scatter, and narrow floats are not widened.
 */
export function sumOnAccelerators(op: AllReduceOp): ExecutedSum {
  const widening = op.getAttr(hloAttributes.widening);
  return {
    kind: op.hasAttr(hloAttributes.usesPart) ? 'MPIReduceScatter' : WRITTEN_SUM.kind,
    widening: widening instanceof FloatAttr ? widening.value : WRITTEN_SUM.widening,
  };
}
