import { fusedAttentionFunction, type Machine } from '@shardform/cost-model';
import { ManualComputationOp } from '@shardform/dialect-sdy';
import { DotGeneralOp } from '@shardform/dialect-stablehlo';
import { elementByteWidth, FloatType } from '@shardform/ir-core';
import { mayHaveAttention } from '@shardform/runtime-dist';
import type { CompiledStudy } from '../compiled/compiled-study.ts';
import type { Study } from '../study.ts';

/** Attention that a program writes out, beside fused kernels that would take its place. */
export interface WrittenAttention {
  /** Number of kernels of forward passes, those of a loop once. */
  readonly forward: number;
  /** Of gradients. */
  readonly backward: number;
  /** Of a step with these kernels. */
  readonly seconds: number;
  /** The function of JAX that has such a kernel on the devices. */
  readonly function: string;
}

/**
 * Returns the attention that a program writes out and XLA executes as it is written; `null` where there is none, where it is taken as fused
 * kernels already, and for devices without a library of such kernels.
 *
 * @param measured the study whose times are reported: that of the program itself, or of its compiled form.
 */
export function writtenAttention(
  measured: Study | CompiledStudy,
  study: Study,
  machine: Machine,
): WrittenAttention | null {
  const library = fusedAttentionFunction(machine);
  if (library === null || machine.fusedAttention === true || !mayHaveAttention(study.module)) return null;
  if (!mayBeCalled(study)) return null;
  const fused = { ...machine, fusedAttention: true };
  const passes = study.measured(fused).run?.report.fusedAttention ?? null;
  const { time } = measured.measured(fused).facts;
  return passes === null || time === null ? null : { ...passes, seconds: time.seconds, function: library };
}

/** Whether a call could take the place of attention: libraries have kernels for 16-bit floats, of whole rows of scores, not of blocks on devices. */
function mayBeCalled({ module }: Study): boolean {
  let [isNarrow, isManual] = [false, false];
  module.walk((op) => {
    isManual ||= op instanceof ManualComputationOp;
    isNarrow ||= op instanceof DotGeneralOp && isBatchedNarrow(op);
    return isManual ? 'interrupt' : 'advance';
  });
  return isNarrow && !isManual;
}

function isBatchedNarrow({ lhs: { type }, dotDimensionNumbers }: DotGeneralOp): boolean {
  const { elementType } = type;
  return (
    dotDimensionNumbers.lhsBatchingDimensions.length > 0 &&
    elementType instanceof FloatType &&
    elementByteWidth(elementType) === 2
  );
}
