import { type HeldMemory, type MemoryPeak, memoryPeak, type MemoryRules } from '@shardform/runtime-dist';
import { deviceProgram, isPlaced } from '../time/flat-program-of.ts';
import { functionToSimulate } from '../time/function-to-simulate.ts';
import type { StagedProgram } from '../time/staged-program.ts';

/**
 * Returns what a device holds when it needs most memory, the largest first: the peak that a simulation reports, in parts.
 * Values are of the program of one device, or of the program as it was given where that has no mesh.
 *
 * @returns `null` where devices run different programs, or the program can't be partitioned.
 * @throws CostError for an unknown function.
 */
export function liveSet(
  { module, local }: Pick<StagedProgram, 'module' | 'local'>,
  rules: MemoryRules,
): MemoryPeak | null {
  const func = functionToSimulate(module);
  if (func === null || isPlaced(func)) return null;
  const own = deviceProgram(module, func, () => local);
  if (own === null) return null;
  const peak = memoryPeak(own.func, { rules });
  const bySize = (a: HeldMemory, b: HeldMemory): number => b.bytes - a.bytes;
  return { ...peak, held: [...peak.held].sort(bySize) };
}
