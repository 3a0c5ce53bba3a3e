import { bytesText } from '@shardform/ir-core';
import { memoryReport } from '@shardform/study';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { tableText } from '../distribution/table-text.ts';
import { studiedProgram } from '../studied-program.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import type { HeldJson } from './held-schema.ts';

/** Returns what a device holds when it needs most memory, the largest first. @throws UsageError or ModuleError. */
export function heldAtPeak(file: string, machineName: string | null, input: ToolInput): HeldJson[] {
  const { study } = studiedProgram(file, input, machineName);
  const machine = machineOfProgram(study.module, machineName, input);
  const answer = memoryReport(study, study.source, machine);
  if ('problem' in answer) throw new UsageError(`'--peak': ${answer.problem}`);
  return answer.report.rows.map(({ kind, bytes, value, userName, operation, layer, line, until }) => ({
    ...{ kind, bytes, operation, layer, line },
    value: value?.name ?? null,
    name: userName,
    until: until?.operation ?? null,
  }));
}

/** Rows of a table. */
export function heldText(held: readonly HeldJson[]): string {
  const rows = held.map(({ kind, bytes, value, name, operation }) => [
    `${kind} ${value ?? ''}`.trim(),
    bytesText(bytes),
    [operation, name].filter((own) => own !== null).join(' of '),
  ]);
  return `\nat the peak a device holds:\n${tableText(rows)}`;
}
