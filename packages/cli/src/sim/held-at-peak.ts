import { bytesText } from '@shardform/ir-core';
import { memoryReport } from '@shardform/study';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { tableText } from '../distribution/table-text.ts';
import {
  integer,
  type Json,
  nullable,
  number,
  object,
  oneOf,
  textOrNull,
} from '../json-schema/json-schema.ts';
import { studiedProgram } from '../studied-program.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';

/** Something in the memory of a device. */
export const heldSchema = object({
  kind: oneOf(
    ['argument', 'donated', 'result', 'temporary', 'addresses', 'gaps'],
    'arguments and results are held all the time; gaps are between temporaries',
  ),
  bytes: number('of the device'),
  value: textOrNull('what is in it, as the file names it'),
  name: textOrNull("in the user's program"),
  operation: textOrNull('that computes it; null for arguments'),
  layer: textOrNull('the name scopes around the operation'),
  line: nullable(integer(), 'of the file'),
  until: textOrNull('the last operation that reads it; null if it is there until the end'),
});

/** {@link heldSchema} as a type. */
export type HeldJson = Json<typeof heldSchema>;

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
