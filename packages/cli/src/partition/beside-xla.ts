import { bytesText } from '@shardform/ir-core';
import { collectiveSums, type SummedCollective } from '@shardform/study';
import { tableText } from '../distribution/table-text.ts';
import type { PartitionReportJson } from './partition-schema.ts';

/** What a partitioner sends by collectives of one kind. */
function cells(collectives: readonly SummedCollective[], kind: string): readonly [string, string] {
  const { executions, bytes } = collectiveSums(collectives.filter((own) => own.kind === kind));
  return executions === 0 ? ['', ''] : [String(executions), bytesText(bytes)];
}

/** Returns lines with the communication of a program by kind, beside that of XLA. */
export function besideXla(
  ours: readonly SummedCollective[],
  { version, collectives: theirs, totals }: NonNullable<PartitionReportJson['xla']>,
): string[] {
  const kinds = [...new Set([...ours, ...theirs].map(({ kind }) => kind))].sort();
  const own = collectiveSums(ours);
  const rows = [
    ['executed, sent by a device', 'here', '', 'XLA', ''],
    ...kinds.map((kind) => [kind, ...cells(ours, kind), ...cells(theirs, kind)]),
    [
      'in all',
      String(own.executions),
      bytesText(own.bytes),
      String(totals.executions),
      bytesText(totals.bytes),
    ],
  ];
  return [
    `beside XLA of jaxlib ${version}, which compiles the same program for CPUs without combining collectives:`,
    ...tableText(rows).trimEnd().split('\n'),
    ...(totals.meaning === 'exact'
      ? []
      : ["of XLA's, those of loops of unknown length count once, and those of branches as taken"]),
    ...theirs
      .filter(({ kind }) => !ours.some((other) => other.kind === kind))
      .slice(0, MOST_LISTED)
      .map(({ kind, type, name }) => `  only XLA: ${kind} -> ${type}${name === null ? '' : ` for ${name}`}`),
  ];
}

/** Collectives of kinds that only XLA has are listed up to this number. */
const MOST_LISTED = 5;
