import type { Operation } from '@shardform/ir-core';
import { type HeldMemory, type MemoryPeak } from '@shardform/runtime-dist';
import { liveSet } from '../memory/live-set.ts';
import type { MemoryRow } from '../memory/memory-report.ts';
import { partsOfMemory, type PeakMemory } from '../time/simulated-time.ts';
import { assignedMemory } from './assigned-memory.ts';
import type { CompiledModule } from './compiled-module.ts';
import { type SourceNames, UNNAMED } from './source-names.ts';

/** The memory of a device that runs a compiled program. */
export interface CompiledMemory {
  /** `null` where it is not known. */
  readonly peak: PeakMemory | null;
  /** What is held when it needs most, the largest first; it adds up to the peak. */
  readonly rows: readonly MemoryRow[];
}

/** Said where memory is not as XLA has assigned it. */
const ESTIMATED = 'estimated from the schedule: there is no buffer assignment, which dumps of XLA have';

/** Returns the memory of a compiled program: that of XLA's buffer assignment, or an estimate from its schedule. */
export function compiledMemory(compiled: CompiledModule, names: SourceNames): CompiledMemory {
  const { bufferAllocations } = compiled.source;
  if (bufferAllocations !== undefined) {
    const { parts, rows } = assignedMemory(compiled.source, bufferAllocations, names);
    const bytes = parts.arguments + parts.results + parts.temporaries - parts.aliased;
    return { peak: { bytes, device: 0, parts, notes: [] }, rows };
  }
  const { staged } = compiled;
  const estimated = staged === null ? null : liveSet(staged);
  if (estimated === null) return { peak: null, rows: [] };
  const peak = partsOfMemory(estimated.estimate, 0);
  return {
    peak: { ...peak, notes: [ESTIMATED, ...peak.notes] },
    rows: estimatedRows(estimated, compiled, names),
  };
}

function estimatedRows(
  { held }: MemoryPeak,
  compiled: CompiledModule,
  names: SourceNames,
): readonly MemoryRow[] {
  const placeOf = (op: Operation | null): MemoryRow['from'] => {
    const instruction = op === null ? null : compiled.instructionOf(op);
    return instruction === null ? null : names.place(instruction);
  };
  return held.map(({ value, kind, bytes, index, from, until }: HeldMemory): MemoryRow => {
    const op = value?.definingOp ?? null;
    const instruction = op === null ? null : compiled.instructionOf(op);
    const isArgument = kind === 'argument' || kind === 'donated';
    const content =
      isArgument && index !== null
        ? names.argument(index)
        : kind === 'result' && index !== null
          ? names.result(index)
          : instruction === null
            ? UNNAMED
            : names.content(instruction);
    return { ...content, kind, bytes, index, from: placeOf(from), until: placeOf(until) };
  });
}
