import { bytesText } from '@shardform/ir-core';
import {
  choiceText,
  collectiveSums,
  collectiveTotals,
  type Facts,
  type InsertedCollective,
  meaningText,
  type PartitionChoice,
  type Partitioner,
  partitionerText,
  sentText,
} from '@shardform/study';
import { collectiveLines, type ListingOptions } from './collective-lines.ts';
import { oneDeviceHint } from './one-device-hint.ts';
import { checksText } from '../validate/checks-text.ts';
import type { XlaPartitioning } from '../engine/compile-on-xla.ts';
import { besideXla } from './beside-xla.ts';
import type { PartitionReportJson, PassCheck } from './partition-schema.ts';

/**
 * Sums up the collectives of a program.
 *
 * @param facts is called when its result is first asked for: simulating takes as long as partitioning.
 */
export function partitionReport(
  {
    collectives,
    program,
    choice,
    partitioner,
    possibleBytes,
    facts,
  }: {
    readonly collectives: readonly InsertedCollective[];
    /** Which program it is: `as XLA would, predicted`. */
    readonly program: string;
    readonly choice: PartitionChoice | null;
    readonly partitioner: Partitioner;
    readonly possibleBytes: number | null;
    readonly facts: () => Facts;
  },
  devices: number,
  written: { readonly file: string | null; readonly output: string | null },
  checks: readonly PassCheck[] | null,
  xla: XlaPartitioning | null = null,
): PartitionReportJson {
  const warnings = warningsOf(collectives);
  return {
    version: 1,
    devices,
    ...written,
    collectives,
    totals: collectiveTotals(collectives),
    ...{ program, partitioner },
    possible: possibleBytes === null ? null : { bytes: possibleBytes, partitioner: 'best' },
    choice: choice === null ? null : { ...choice, tried: [...choice.tried] },
    get facts() {
      return facts();
    },
    warnings,
    checks,
    xla: xla === null ? null : { ...xla, totals: collectiveSums(xla.collectives) },
  };
}

function warningsOf(collectives: readonly InsertedCollective[]): string[] {
  const warnings = collectives.flatMap((collective) => {
    const { gatheredArgument, place, name } = collective;
    if (gatheredArgument === null || gatheredArgument < 0) return [];
    const where = place === null ? '' : `${place}: `;
    return [
      `${where}${what(collective)} gathers argument ${name ?? gatheredArgument}, which the program gets split`,
    ];
  });
  const unknown = collectives.filter(({ executionsMeaning }) => executionsMeaning === 'per-iteration');
  for (const collective of unknown)
    warnings.push(
      `${collective.place === null ? '' : `${collective.place}: `}${what(collective)} is executed in each iteration of a loop of unknown length, and counted once`,
    );
  return warnings;
}

function what({ kind, axes, bytes }: InsertedCollective): string {
  return `${kind}${axes === '' ? '' : ` ${axes}`} of ${bytesText(bytes)} per device`;
}

/** `partitioned as XLA would, predicted`, or `as compiled by XLA`. */
function madeText(program: string, partitioner: Partitioner): string {
  return program === partitionerText(partitioner) ? `partitioned ${program}` : program;
}

/** Returns the report for people. */
export function partitionReportText(
  {
    collectives,
    totals,
    program,
    choice,
    partitioner,
    possible,
    warnings,
    checks,
    devices,
    xla,
  }: PartitionReportJson,
  options: ListingOptions,
): string {
  const lines = [`a program for ${devices} device${devices === 1 ? '' : 's'}`];
  lines.push(choice === null ? madeText(program, partitioner) : choiceText(choice));
  if (collectives.length === 0)
    lines.push(devices === 1 ? `no communication: ${oneDeviceHint()}` : 'no communication');
  else {
    lines.push('', 'communication, with the bytes that each device sends:');
    lines.push(...collectiveLines(collectives, options));
    const counts = Object.entries(totals.executionsByKind).map(([kind, count]) => `${count} ${kind}`);
    lines.push('', `in all ${sentText(totals)}: ${counts.join(', ')}${meaningText(totals.meaning)}`);
    for (const [axes, bytes] of Object.entries(totals.bytesByAxes))
      lines.push(`  ${bytesText(bytes)} along ${axes === '' ? 'devices that are listed' : axes}`);
  }
  if (possible !== null)
    lines.push(
      `possible with other collectives: ${bytesText(possible.bytes)} (--partitioner ${possible.partitioner})`,
    );
  if (checks !== null) lines.push('', checksText(checks));
  if (xla !== null) lines.push('', ...besideXla(collectives, xla));
  const warned = warnings.map((warning) => `warning: ${warning}`);
  return `${[...lines, ...(warned.length > 0 ? ['', ...warned] : [])].join('\n')}\n`;
}
