import type { PassInstance } from './pass.ts';
import type { OpPipeline } from './pipeline.ts';
import { reportHeading } from './report-heading.ts';
import type { PassStatistics } from './run-passes.ts';
import {
  collectionName,
  displayName,
  isNestedSchedules,
  passesOf,
  type Schedule,
  schedule,
  scheduleName,
} from './schedule.ts';

/** One line per counter, with passes in the order of the pipeline or all of one name together. */
export type StatisticsDisplay = 'pipeline' | 'list';

interface Counter {
  readonly description: string;
  readonly value: number;
}

/** Returns the report of `--mlir-pass-statistics`, in MLIR's layout. */
export function printStatistics(
  pipeline: OpPipeline,
  statistics: ReadonlyMap<PassInstance, PassStatistics>,
  display: StatisticsDisplay = 'pipeline',
): string {
  const whole = schedule(pipeline);
  const countersOf = (instance: PassInstance): Map<string, Counter> =>
    counters(instance, statistics.get(instance));
  const body = display === 'list' ? list(passesOf(whole), countersOf) : tree(whole, countersOf, 0);
  return `${reportHeading('Pass statistics')}${body}\n`;
}

function counters({ pass }: PassInstance, values: PassStatistics = new Map()): Map<string, Counter> {
  const declared = Object.entries(pass.statistics ?? {});
  return new Map([
    ...[...values].map(([name, value]): [string, Counter] => [name, { description: '', value }]),
    ...declared.map(([name, description]): [string, Counter] => [
      name,
      { description, value: values.get(name) ?? 0 },
    ]),
  ]);
}

function tree(
  { stages }: Schedule,
  countersOf: (instance: PassInstance) => Map<string, Counter>,
  indent: number,
): string {
  let text = '';
  for (const stage of stages) {
    if (!isNestedSchedules(stage)) {
      text += entry(displayName(stage), countersOf(stage), indent);
      continue;
    }
    const isCollection = stage.nested.length > 1;
    if (isCollection) text += `${' '.repeat(indent)}${collectionName(stage)}\n`;
    const inner = isCollection ? indent + 2 : indent;
    for (const nested of stage.nested)
      text += `${' '.repeat(inner)}${scheduleName(nested)}\n${tree(nested, countersOf, inner + 2)}`;
  }
  return text;
}

/** Passes that count something, by name, with the sums over all their occurrences. */
function list(
  passes: readonly PassInstance[],
  countersOf: (instance: PassInstance) => Map<string, Counter>,
): string {
  const sums = new Map<string, Map<string, Counter>>();
  for (const instance of passes) {
    const sum = sums.get(displayName(instance)) ?? new Map<string, Counter>();
    for (const [name, { description, value }] of countersOf(instance))
      sum.set(name, { description, value: value + (sum.get(name)?.value ?? 0) });
    if (sum.size > 0) sums.set(displayName(instance), sum);
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sum]) => entry(name, sum, 2))
    .join('');
}

function entry(pass: string, found: ReadonlyMap<string, Counter>, indent: number): string {
  const margin = ' '.repeat(indent);
  const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const nameWidth = Math.max(0, ...rows.map(([name]) => name.length));
  const valueWidth = Math.max(0, ...rows.map(([, { value }]) => String(value).length));
  const lines = rows.map(
    ([name, { description, value }]) =>
      `${margin}  (S) ${String(value).padStart(valueWidth)} ${name.padEnd(nameWidth)} - ${description}\n`,
  );
  return `${margin}${pass}\n${lines.join('')}`;
}
