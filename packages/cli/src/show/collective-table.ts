import { shownValue } from '@shardform/inspect';
import {
  type CollectiveList,
  type CollectiveRow,
  collectiveSums,
  type CollectiveSums,
  countText,
  secondsText,
  sentText,
} from '@shardform/study';
import {
  integer,
  type Json,
  list,
  nullable,
  number,
  object,
  text,
  textOrNull,
  versionOne,
} from '../json-schema/json-schema.ts';
import { programSchema } from '../partition/choice-schema.ts';
import { bytesMeaning, countMeaning, totalMeaning, pattern } from '../partition/collective-schema.ts';
import type { Column } from '../table/column.ts';
import { exposedText } from '../table/exposed-text.ts';
import { executionsText } from '../table/executions-text.ts';
import type { ChosenRows } from '../table/table-query.ts';

/** The columns of the table of collectives. */
export const collectiveColumns: readonly Column<CollectiveRow>[] = [
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'axis', value: ({ axis }) => axis },
  { name: 'value', value: ({ value, userName }) => shownValue(value, userName) },
  { name: 'name', keeps: 'end', value: ({ userName }) => userName },
  { name: 'layer', keeps: 'end', value: ({ layer }) => layer },
  { name: 'type', value: ({ type }) => type },
  { name: 'devices', unit: 'count', value: ({ groupSize }) => groupSize },
  {
    name: 'executions',

    unit: 'count',
    value: ({ executions }) => executions,
    text: executionsText,
  },
  { name: 'bytes', unit: 'bytes', value: ({ bytes }) => bytes },
  {
    name: 'seconds',

    unit: 'seconds',
    value: ({ seconds }) => seconds,
    text: ({ seconds, hiddenSeconds }) => exposedText(seconds, hiddenSeconds),
  },
  {
    name: 'contention',

    unit: 'seconds',
    value: ({ contentionSeconds }) => contentionSeconds,
  },
  {
    name: 'hidden',

    unit: 'seconds',
    value: ({ hiddenSeconds }) => hiddenSeconds,
  },
  { name: 'line', unit: 'line', value: ({ line }) => line },
  {
    name: 'cause',

    keeps: 'beginning',
    value: ({ reason }) => reason ?? 'in the program',
  },
];

/** Collectives with the machine that their times are of. */
export interface TimedCollectives extends CollectiveList {
  readonly machine: string;
  /** Which program they are of. */
  readonly program: string;
  /** How the program is partitioned; `null` for one that is not. */
  readonly partitioned: string | null;
  /** Why there are no times, or what they do not contain. */
  readonly problems: readonly string[];
}

/** Returns `12 of 340 collectives shown, 1.0 MiB of 2.0 MiB that each device sends, 1 ms of 2 ms on t3k`, and what is not listed. */
export function collectivesHead(
  { rows: all, unlisted, machine, partitioned, problems }: TimedCollectives,
  { rows, matching }: ChosenRows<CollectiveRow>,
): string {
  const isAll = rows.length === all.length;
  const part = (text: (of: readonly CollectiveRow[]) => string): string =>
    isAll ? text(all) : `${text(rows)} of ${text(all)}`;
  const count = isAll
    ? countText(all.length, 'collective')
    : `${rows.length} of ${all.length} collectives shown${matching > rows.length && matching < all.length ? `, ${matching} match` : ''}`;
  const bytes = part((of) => sentText(sentBy(of)));
  const isTimed = all.some(({ seconds }) => seconds !== null);
  const seconds = isTimed
    ? `, ${part((of) => secondsText(sum(of, ({ seconds: own }) => own ?? 0)))} of the step on ${machine}`
    : '';
  const others = unlisted.map(([name, number]) => `${number} ${name}`).join(', ');
  return [
    `${count}, ${bytes} that each device sends${seconds}\n`,
    ...(partitioned === null ? [] : [`${partitioned}\n`]),
    ...(others === '' ? [] : [`  not measured: ${others}\n`]),
    ...(isTimed ? [] : problems.map((problem) => `  no times: ${problem}\n`)),
  ].join('');
}

/** Bytes of all executions together, and what they mean. */
function sentBy(rows: readonly CollectiveRow[]): CollectiveSums {
  return collectiveSums(rows.map((row) => ({ ...row, executions: 1 })));
}

function sum(rows: readonly CollectiveRow[], of: (row: CollectiveRow) => number): number {
  return rows.reduce((all, row) => all + of(row), 0);
}

const collectiveRow = object({
  kind: text('all_reduce, ...'),
  axis: text('of the mesh, or several such as x, y'),
  value: textOrNull('that it moves, as commands take it; null for what passes made'),
  name: textOrNull("in the user's program"),
  layer: textOrNull("by name scopes, or else by the program's structure"),
  type: text('of its result on a device'),
  groupSize: number('of the devices that communicate with each other'),
  pattern,
  executions: number('in one run'),
  executionsMeaning: countMeaning,
  bytes: number('that each device sends in all executions'),
  bytesMeaning,
  seconds: nullable(
    number(),
    'that the step is longer for it, contention included; null where nothing was simulated',
  ),
  contentionSeconds: nullable(
    number(),
    'of these, for links that other groups or collectives use at the same time',
  ),
  hiddenSeconds: nullable(number(), 'of communication while something is computed'),
  line: nullable(integer(), 'of the file'),
  reason: textOrNull('why it is there; null for collectives of the program itself'),
});

/** The output of `shardform show --collectives --json`. */
export const collectiveTableSchema = object(
  {
    version: versionOne,
    program: programSchema,
    machine: text('that times are of'),
    count: integer('of all collectives'),
    matching: integer('collectives that pass the filters'),
    bytes: number('that each device sends, of all collectives'),
    meaning: totalMeaning,
    seconds: nullable(number(), 'that the step is longer for all of them; null where nothing was simulated'),
    unlisted: list(
      object({ operation: text('its name'), count: integer('of operations') }),
      'operations for which devices communicate, but whose bytes and times are unknown',
    ),
    problems: list(text(), 'why there are no times, or what they do not contain'),
    collectives: list(collectiveRow, 'those that are shown, in the order that is asked for'),
  },
  'the output of shardform show --collectives --json',
);

/** Returns the JSON form of the table. */
export function collectiveTableJson(
  { rows: all, unlisted, program, machine, problems }: TimedCollectives,
  { rows, count, matching }: ChosenRows<CollectiveRow>,
): Json<typeof collectiveTableSchema> {
  const isTimed = all.every(({ seconds }) => seconds !== null);
  return {
    version: 1,
    ...{ program, machine, count, matching, problems },
    bytes: sum(all, ({ bytes }) => bytes),
    meaning: sentBy(all).meaning,
    seconds: isTimed ? sum(all, ({ seconds }) => seconds ?? 0) : null,
    unlisted: unlisted.map(([operation, number]) => ({ operation, count: number })),
    collectives: rows.map(({ id, userName, ...row }) => ({ ...row, name: userName })),
  };
}
