import { bytesText } from '@shardform/ir-core';
import { secondsText } from '../distribution/units.ts';
import type { SimulatedTimeJson } from '../sim/simulated-time-schema.ts';
import { collectiveLines } from './collective-lines.ts';
import type { InsertedCollective } from './collective-schema.ts';
import { collectiveTotals } from './collective-totals.ts';
import type { PartitionComparisonJson, ProgramCostJson } from './comparison-schema.ts';

/** A partitioned program with its simulation. */
export interface MeasuredProgram {
  readonly devices: number;
  readonly collectives: readonly InsertedCollective[];
  /** `null` if the cost of some operation is unknown. */
  readonly time: SimulatedTimeJson | null;
}

/** Compares what two programs, or two shardings of one, cost. */
export function comparePartitionings(
  before: MeasuredProgram,
  after: MeasuredProgram,
): PartitionComparisonJson {
  const [first, second] = [before.collectives, after.collectives];
  return {
    version: 1,
    before: costOf(before),
    after: costOf(after),
    gone: without(first, second),
    added: without(second, first),
  };
}

function costOf({ devices, collectives, time }: MeasuredProgram): ProgramCostJson {
  const totals = collectiveTotals(collectives);
  return {
    devices,
    bytes: totals.bytes,
    executions: totals.executions,
    seconds: time?.seconds ?? null,
    peakBytes: time?.peakMemory.bytes ?? null,
  };
}

/** The multiset difference of two lists, ignoring locations. */
function without(
  collectives: readonly InsertedCollective[],
  others: readonly InsertedCollective[],
): InsertedCollective[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return collectives.filter((collective) => {
    const key = keyOf(collective);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

function keyOf({ kind, axes, bytes, executions, type, groupSize, source }: InsertedCollective): string {
  return [kind, axes, bytes, executions, type, groupSize, source].join('|');
}

/** Returns the comparison for people. */
export function partitionComparisonText({ before, after, gone, added }: PartitionComparisonJson): string {
  const change = (of: (cost: ProgramCostJson) => number | null, text: (value: number) => string): string =>
    [before, after].map((cost) => (of(cost) === null ? 'unknown' : text(of(cost)!))).join(' -> ');
  const lines = [
    `devices                    ${change(({ devices }) => devices, String)}`,
    `bytes that a device sends  ${change(({ bytes }) => bytes, bytesText)}`,
    `executed collectives       ${change(({ executions }) => executions, String)}`,
    `time                       ${change(({ seconds }) => seconds, secondsText)}`,
    `peak memory of a device    ${change(({ peakBytes }) => peakBytes, bytesText)}`,
    ...listed('only in the first program', gone),
    ...listed('only in the second program', added),
  ];
  return `${lines.join('\n')}\n`;
}

function listed(title: string, collectives: readonly InsertedCollective[]): string[] {
  return collectives.length === 0 ? [] : ['', `${title}:`, ...collectiveLines(collectives)];
}
