import { hasDevicesOf, type Machine } from '@shardform/cost-model';

/**
 * The compiler whose choices an estimate of memory follows: XLA for CPUs, which has an independent oracle byte by byte, or XLA for accelerators,
 * which computes products in their own types, reads slices where they are, and orders kernels for a low peak.
 */
export type MemoryRules = 'cpu' | 'accelerator';

/** Kinds of devices whose programs XLA does not compile for accelerators: their memory is estimated as on CPUs. */
const OTHER_KINDS: readonly string[] = ['cpu', 'wormhole', 'blackhole'];

/** Returns the rules for the memory of a machine; those of accelerators, as the assumed machine has them, where no machine is known. */
export function memoryRulesOf(machine: Machine | null): MemoryRules {
  return machine !== null && hasDevicesOf(machine, OTHER_KINDS) ? 'cpu' : 'accelerator';
}

/** Returns the name of rules in reports. */
export function memoryRulesText(rules: MemoryRules): string {
  return rules === 'cpu' ? 'XLA for CPUs' : 'accelerator';
}
