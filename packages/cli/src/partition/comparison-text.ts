import { bytesText } from '@shardform/ir-core';
import type { InsertedCollective, PartitionComparison, ProgramCost } from '@shardform/study';
import { secondsText } from '../distribution/units.ts';
import { collectiveLines } from './collective-lines.ts';

/** Returns the comparison for people. */
export function comparisonText({ before, after, gone, added }: PartitionComparison): string {
  const change = (of: (cost: ProgramCost) => number | null, text: (value: number) => string): string =>
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
