import { bytesText } from '@shardform/ir-core';
import {
  type InsertedCollective,
  type PartitionComparison,
  type ProgramCost,
  secondsText,
} from '@shardform/study';
import { collectiveLines } from './collective-lines.ts';

/** Returns the comparison for people. @param titles what is compared. */
export function comparisonText(
  { before, after, gone, added, shardings }: PartitionComparison,
  [first, second]: readonly [string, string],
): string {
  const change = (of: (cost: ProgramCost) => number | null, text: (value: number) => string): string =>
    changeText(of(before), of(after), text);
  const lines = [
    `program                    ${before.program === after.program ? before.program : `${before.program} -> ${after.program}`}`,
    `devices                    ${change(({ devices }) => devices, String)}`,
    `bytes that a device sends  ${change(({ bytes }) => bytes, bytesText)}`,
    ...([before, after].some(({ meaning }) => meaning === 'at-least')
      ? ['  at least: devices may communicate for calls whose target is not known']
      : []),
    ...axesLines(before, after),
    `executed collectives       ${change(({ executions }) => executions, String)}`,
    `time                       ${change(({ seconds }) => seconds, secondsText)}${machineText(before, after)}`,
    ...(hasContention(before, after)
      ? [`  contention               ${change(({ contentionSeconds }) => contentionSeconds, secondsText)}`]
      : []),
    `peak memory of a device    ${change(({ peakBytes }) => peakBytes, bytesText)}`,
    ...shardingLines(shardings),
    ...listed(`only in ${first}`, gone),
    ...listed(`only in ${second}`, added),
  ];
  return `${lines.join('\n')}\n`;
}

/** `1.5 MiB -> 1.5 MiB (+12 B)`: the difference where rounding hides it. */
function changeText(before: number | null, after: number | null, text: (value: number) => string): string {
  const [first, second] = [before, after].map((value) => (value === null ? 'unknown' : text(value)));
  const hidden =
    before !== null && after !== null && before !== after && first === second
      ? ` (${before < after ? '+' : '-'}${text(Math.abs(after - before))})`
      : '';
  return `${first!} -> ${second!}${hidden}`;
}

/** Whether links are shared in one of two programs. */
export function hasContention(before: ProgramCost, after: ProgramCost): boolean {
  return [before, after].some(({ contentionSeconds }) => (contentionSeconds ?? 0) > 0);
}

/** `  on a100x8`: the machine that the times are of. */
function machineText(before: ProgramCost, after: ProgramCost): string {
  const names = new Set([before, after].flatMap(({ machine }) => machine ?? []));
  return names.size === 0 ? '' : `  on ${[...names].join(' and ')}`;
}

function listed(title: string, collectives: readonly InsertedCollective[]): string[] {
  return collectives.length === 0 ? [] : ['', `${title}:`, ...collectiveLines(collectives)];
}

/** Bytes by axes, where there are several. */
function axesLines(before: ProgramCost, after: ProgramCost): string[] {
  const names = new Set([...before.bytesByAxes, ...after.bytesByAxes].map(({ axes }) => axes));
  if (names.size < 2) return [];
  const bytesOf = ({ bytesByAxes }: ProgramCost, wanted: string): number =>
    bytesByAxes.find(({ axes }) => axes === wanted)?.bytes ?? 0;
  return [...names].map((axes) => {
    const title = axes === '' ? '  between listed devices' : `  along ${axes}`;
    return `${title.padEnd(27)}${changeText(bytesOf(before, axes), bytesOf(after, axes), bytesText)}`;
  });
}

/** The text lists no more values; JSON has all. */
const MOST_SHARDINGS = 20;

function shardingLines(shardings: PartitionComparison['shardings']): string[] {
  if (shardings.length === 0) return [];
  const listed = shardings.slice(0, MOST_SHARDINGS);
  const titles = listed.map(({ value, name }) => (name === null ? value : `${value} (${name})`));
  const width = Math.max(...titles.map(({ length }) => length));
  const more = shardings.length - listed.length;
  return [
    '',
    'values that are split differently:',
    ...listed.map(({ before, after }, i) => `  ${titles[i]!.padEnd(width)}  ${before} -> ${after}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
