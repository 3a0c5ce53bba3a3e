import { hloAttributes } from '@shardform/dialect-hlo';
import { FloatAttr, type Operation } from '@shardform/ir-core';
import type { MemoryRules } from '../memory/memory-rules.ts';
import type { OpKind } from './op-kind.ts';

/** Returns the kind of a sum: of a program that XLA compiled for CPUs, one of which each device uses its part is scattered on accelerators. */
export function sumKind(op: Operation, target: MemoryRules): OpKind {
  return target === 'accelerator' && op.hasAttr(hloAttributes.usesPart) ? 'MPIReduceScatter' : 'MPIAllreduce';
}

/**
 * Returns the bytes of a collective of a program that XLA compiled for CPUs over those that it sends: CPUs compute with narrow floats in
 * wider types, and send these.
 */
export function wideningOf(op: Operation, target: MemoryRules): number {
  const widening = target === 'accelerator' ? op.getAttr(hloAttributes.widening) : null;
  return widening instanceof FloatAttr ? widening.value : 1;
}
