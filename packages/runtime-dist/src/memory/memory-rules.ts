import type { Machine } from '@shardform/cost-model';

/**
 * The compiler whose choices an estimate of memory follows: XLA for CPUs, which has an independent oracle byte by byte, or XLA for accelerators,
 * which computes products in their own types, reads slices where they are, and orders kernels for a low peak.
 */
export type MemoryRules = 'cpu' | 'accelerator';

/** Kinds of devices whose programs XLA does not compile for accelerators: their memory is estimated as on CPUs. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['cpu', 'wormhole', 'blackhole']);

/** Returns the rules for the memory of a machine; those of CPUs where nobody named one. */
export function memoryRulesOf(machine: Machine | null): MemoryRules {
  if (machine === null || machine.isAssumed === true) return 'cpu';
  // Device 0 is the host.
  const devices = [...machine.devices.values()].filter(({ id }) => id !== 0);
  return devices.some(({ kind }) => OTHER_KINDS.has(kind)) ? 'cpu' : 'accelerator';
}

/** Returns the name of rules in reports. */
export function memoryRulesText(rules: MemoryRules): string {
  return rules === 'cpu' ? 'XLA for CPUs' : 'accelerator';
}
