import { bytesText } from '@shardform/ir-core';
import {
  type InsertedCollective,
  mergedName,
  ofAnyLayer,
  type PartitionComparison,
  type ProgramCost,
  secondsText,
} from '@shardform/study';
import { leftAligned } from '../distribution/table-text.ts';
import { warningLines } from '../distribution/warning-lines.ts';
import { barChart } from '../table/terminal-chart.ts';
import { MOST_ROWS, moreLine } from '../table/length-flags.ts';
import { collectiveLines, type ListingOptions } from './collective-lines.ts';

/** Returns the comparison for people. @param titles what is compared. */
export function comparisonText(
  { before, after, gone, added, shardings, warnings }: PartitionComparison,
  [first, second]: readonly [string, string],
  options: ListingOptions,
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
    ...sentBars(before, after),
    ...shardingLines(shardings, options),
    ...listed(`only in ${first}`, gone, { ...options, most: MOST_COLLECTIVES }),
    ...listed(`only in ${second}`, added, { ...options, most: MOST_COLLECTIVES }),
  ];
  return `${warningLines(warnings)}${lines.join('\n')}\n`;
}

/** `1.5 MiB -> 1.5 MiB (+12 B)`: the difference where rounding hides it. */
function changeText(before: number | null, after: number | null, text: (value: number) => string): string {
  const [first, second] = [before, after].map((value) => (value === null ? 'unknown' : text(value)));
  const hidden =
    before !== null && after !== null && before !== after && first === second
      ? ` (${before < after ? '+' : '-'}${text(Math.abs(after - before))})`
      : '';
  return before === after ? first! : `${first!} -> ${second!}${hidden}`;
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

/** Characters of the longest bar. */
const BAR = 40;

/** What devices send along each axis before and after, as bars, where that differs. */
function sentBars(before: ProgramCost, after: ProgramCost): string[] {
  // What an early stage sends is not decided yet.
  const isKnown = before.seconds !== null && after.seconds !== null;
  if (!isKnown || before.bytes === after.bytes) return [];
  const names = [...new Set([...before.bytesByAxes, ...after.bytesByAxes].map(({ axes }) => axes))];
  const bars = names.slice(0, MOST_AXES).flatMap((axes) =>
    [before, after].map(({ bytesByAxes }, i) => {
      const value = bytesByAxes.find((own) => own.axes === axes)?.bytes ?? 0;
      const title = axes === '' ? 'listed devices' : axes;
      return { label: `  ${title} ${i === 0 ? 'before' : 'after'}`, value, text: bytesText(value) };
    }),
  );
  return ['', 'sent by each device:', ...barChart(bars, BAR)];
}

/** Axes that have bars. */
const MOST_AXES = 4;

/** Collectives of each program, which have two lines each. */
const MOST_COLLECTIVES = 6;

function listed(
  title: string,
  collectives: readonly InsertedCollective[],
  options: ListingOptions,
): string[] {
  return collectives.length === 0 ? [] : ['', `${title}:`, ...collectiveLines(collectives, options)];
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

/** The values that are split differently; those of equal layers once. */
function shardingLines(shardings: PartitionComparison['shardings'], { isAll }: ListingOptions): string[] {
  if (shardings.length === 0) return [];
  const groups = new Map<
    string,
    { readonly title: string; readonly change: string; readonly count: number }
  >();
  for (const { value, name, before, after } of shardings) {
    const [title, change] = [name ?? value, `${before} -> ${after}`];
    const key = `${name === null ? value : ofAnyLayer(name)} ${change}`;
    const known = groups.get(key);
    const merged = known === undefined ? title : mergedName(known.title, title)!;
    groups.set(key, { title: merged, change, count: (known?.count ?? 0) + 1 });
  }
  const most = isAll ? Infinity : MOST_ROWS;
  const rows = [...groups.values()]
    .slice(0, most)
    .map(({ title, change, count }) => [title, change, count === 1 ? '' : `${count} values`]);
  return [
    '',
    'values that are split differently:',
    ...leftAligned(rows).map((line) => `  ${line}`),
    ...moreLine(groups.size, most),
  ];
}
