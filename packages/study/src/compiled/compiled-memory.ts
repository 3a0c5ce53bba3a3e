import type { BufferAllocation, HloModule } from '@shardform/hlo-module';
import type { Operation } from '@shardform/ir-core';
import { type HeldMemory, type MemoryPeak } from '@shardform/runtime-dist';
import { liveSet } from '../memory/live-set.ts';
import type { MemoryRow } from '../memory/memory-report.ts';
import type { Study } from '../study.ts';
import { partsOfMemory, peakOfParts, type PeakMemory } from '../time/simulated-time.ts';
import { assignedMemory } from './assigned-memory.ts';
import { CompiledModule } from './compiled-module.ts';
import { SourceNames, UNNAMED } from './source-names.ts';

/** The memory of a device that runs a compiled program. */
export interface CompiledMemory {
  /** `null` where it is not known. */
  readonly peak: PeakMemory | null;
  /** What is held when it needs most, the largest first; it adds up to the peak. */
  readonly rows: readonly MemoryRow[];
}

/** Said where memory is not as XLA has assigned it. */
const ESTIMATED = 'estimated from the schedule: there is no buffer assignment, which dumps of XLA have';

/**
 * Returns the memory of a compiled program that is studied itself, without the program that it was compiled from; `null` where its file
 * has no buffer assignment.
 */
export function ownMemory(study: Study, module: HloModule): CompiledMemory | null {
  const { bufferAllocations } = module;
  return bufferAllocations === undefined
    ? null
    : memoryOf(
        module,
        bufferAllocations,
        new SourceNames(study, module, null, [], new CompiledModule(module, study.context)),
      );
}

function memoryOf(
  module: HloModule,
  allocations: readonly BufferAllocation[],
  names: SourceNames,
): CompiledMemory {
  const { parts, rows } = assignedMemory(module, allocations, names);
  return { peak: { bytes: peakOfParts(parts), device: 0, parts, rules: null, notes: [] }, rows };
}

/** Returns the memory of a compiled program: that of XLA's buffer assignment, or an estimate from its schedule. */
export function compiledMemory(compiled: CompiledModule, names: SourceNames): CompiledMemory {
  const { bufferAllocations } = compiled.source;
  if (bufferAllocations !== undefined) return memoryOf(compiled.source, bufferAllocations, names);
  const { staged } = compiled;
  const estimated = staged === null ? null : liveSet(staged, 'cpu');
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
            : names.content(instruction, bytes);
    return { ...content, kind, bytes, index, from: placeOf(from), until: placeOf(until) };
  });
}
