import type { Machine } from '@shardform/cost-model';
import { bytesText } from '@shardform/ir-core';
import { type CompiledMemory, heldGroups, memoryReport, type MemoryRow } from '@shardform/study';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { leftAligned } from '../distribution/table-text.ts';
import { MOST_ROWS, moreLine } from '../table/length-flags.ts';
import type { StudiedProgram } from '../study-memory.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import type { HeldJson } from './held-schema.ts';

/** Returns what a device holds when it needs most memory, the largest first. @throws UsageError or ModuleError. */
export function heldAtPeak(
  { study }: StudiedProgram,
  machineName: string | null,
  input: ToolInput,
): HeldJson[] {
  const machine = machineOfProgram(study.module, machineName, input);
  const answer = memoryReport(study, study.source, machine);
  if ('problem' in answer) throw new UsageError(`'--peak': ${answer.problem}`);
  return answer.report.rows.map(heldJson);
}

/** Like {@link heldAtPeak}; nothing where it is not known, as of devices that run different programs. */
export function heldWhereKnown({ study }: StudiedProgram, machine: Machine): HeldJson[] {
  const answer = memoryReport(study, study.source, machine);
  return 'problem' in answer ? [] : answer.report.rows.map(heldJson);
}

/** Returns what a device that runs a compiled program holds when it needs most memory, the largest first. */
export function heldOfCompiled({ rows }: CompiledMemory): HeldJson[] {
  return rows.map(heldJson);
}

function heldJson({ kind, bytes, value, userName, operation, layer, line, until }: MemoryRow): HeldJson {
  return {
    ...{ kind, bytes, operation, layer, line },
    value: value?.name ?? null,
    name: userName,
    until: until?.operation ?? null,
  };
}

/** Rows of a table; arrays of equal layers are one. */
export function heldText(held: readonly HeldJson[], isAll: boolean): string {
  const most = isAll ? Infinity : MOST_ROWS;
  const groups = heldGroups(
    held.map(({ kind, bytes, name, operation, value }) => ({
      ...{ kind, bytes },
      name: name ?? operation ?? value ?? '',
    })),
  );
  const rows = groups
    .slice(0, most)
    .map(({ kind, name, count, bytes }) => [
      bytesText(bytes).padStart(10),
      kind,
      name,
      count === 1 ? '' : `${count} arrays`,
    ]);
  return `\nat the peak a device holds:\n${[...leftAligned(rows), ...moreLine(groups.length, most)].join('\n')}\n`;
}
