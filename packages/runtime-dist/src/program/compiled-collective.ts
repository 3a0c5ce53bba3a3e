import { hloAttributes } from '@shardform/dialect-hlo';
import { FloatAttr, type Operation } from '@shardform/ir-core';
import type { MemoryRules } from '../memory/memory-rules.ts';

/** Returns whether a sum of a program that XLA compiled for CPUs is a reduce-scatter on accelerators: each device uses its part only. */
export function isScattered(op: Operation, target: MemoryRules): boolean {
  return target === 'accelerator' && op.hasAttr(hloAttributes.usesPart);
}

/**
 * Returns the bytes of a collective of a program that XLA compiled for CPUs over those that it sends: CPUs compute with narrow floats in
 * wider types, and send these.
 */
export function wideningOf(op: Operation, target: MemoryRules): number {
  const widening = target === 'accelerator' ? op.getAttr(hloAttributes.widening) : null;
  return widening instanceof FloatAttr ? widening.value : 1;
}
