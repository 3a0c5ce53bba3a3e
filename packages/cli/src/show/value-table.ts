import { shownValue } from '@shardform/inspect';
import { bytesText } from '@shardform/ir-core';
import { countText, type ValueList, type ValueRow } from '@shardform/study';
import {
  integer,
  type Json,
  list,
  nullable,
  number,
  object,
  textOrNull,
  text,
  versionOne,
} from '../json-schema/json-schema.ts';
import { countMeaning } from '../partition/collective-schema.ts';
import type { Column } from '../table/column.ts';
import { executionsText } from '../table/executions-text.ts';
import type { ChosenRows } from '../table/table-query.ts';

/** The columns of the table of values. */
export const valueColumns: readonly Column<ValueRow>[] = [
  { name: 'value', value: ({ value, userName }) => shownValue(value, userName) },
  { name: 'name', keeps: 'end', value: ({ userName }) => userName },
  { name: 'layer', keeps: 'end', value: ({ layer }) => layer },
  {
    name: 'operation',

    keeps: 'end',
    value: ({ operation }) => operation ?? 'argument',
  },
  { name: 'shape', value: ({ type }) => type },
  { name: 'local', value: ({ localType }) => localType },
  { name: 'sharding', value: ({ sharding }) => sharding },
  { name: 'bytes', unit: 'bytes', value: ({ bytes }) => bytes },
  {
    name: 'executions',

    unit: 'count',
    value: ({ executions }) => executions,
    text: executionsText,
  },
  { name: 'total', unit: 'bytes', value: totalBytes },
  { name: 'line', unit: 'line', value: ({ line }) => line },
];

/** Bytes on a device in all executions; `null` where those of one are unknown. */
function totalBytes({ bytes, executions }: ValueRow): number | null {
  return bytes === null ? null : bytes * executions;
}

/** Returns `12 of 340 values shown, 1.0 MiB of 2.0 MiB that they have on each device in all executions`, and what is not listed. */
export function valuesHead(
  { rows: all, removed }: ValueList,
  { rows, matching }: ChosenRows<ValueRow>,
): string {
  const sum = (of: readonly ValueRow[]): string => bytesText(sumOf(of));
  const shown =
    rows.length === all.length
      ? `${countText(all.length, 'value')}, ${sum(all)}`
      : `${rows.length} of ${all.length} values shown${matching > rows.length && matching < all.length ? `, ${matching} match` : ''}, ${sum(rows)} of ${sum(all)}`;
  const unknown = all.filter(({ bytes }) => bytes === null).length;
  const notes = [
    ...(unknown === 0 ? [] : [`${unknown} of unknown size or no tensors: they count as 0 B`]),
    ...(removed === 0
      ? []
      : [
          `${removed} more of the file are not listed: propagation merges equal ones, and drops what no result depends on`,
        ]),
  ];
  return [`${shown} on each device in all executions\n`, ...notes.map((note) => `  ${note}\n`)].join('');
}

function sumOf(rows: readonly ValueRow[]): number {
  return rows.reduce((sum, row) => sum + (totalBytes(row) ?? 0), 0);
}

const valueRow = object({
  value: text('as commands take it: %4 or @f:%4; of what passes made, a name of its own'),
  name: textOrNull("in the user's program"),
  layer: textOrNull("by name scopes, or else by the program's structure"),
  function: textOrNull('around it'),
  operation: textOrNull('that computes it; null for arguments of functions and regions'),
  shape: textOrNull(
    'sizes and type of elements of all shards together, ? for sizes that are not known; null for what passes made of shards',
  ),
  local: textOrNull('the same on a device; null where shards differ, and inside fragments of MPMD programs'),
  sharding: textOrNull(
    'null where every device holds all of it, where shape is null, and inside fragments of MPMD programs',
  ),
  bytes: nullable(number(), 'on a device; null for values other than tensors of static sizes'),
  executions: number('of its operation in one run'),
  executionsMeaning: countMeaning,
  line: nullable(integer(), 'of the file'),
});

/** The output of `shardform show --table --json`. */
export const valueTableSchema = object(
  {
    version: versionOne,
    count: integer('of all values'),
    matching: integer('values that pass the filters'),
    bytes: number('on a device, of all values and executions'),
    removed: integer(
      'values of the file that propagation removes: equal ones, and what no result depends on',
    ),
    values: list(valueRow, 'those that are shown, in the order that is asked for'),
  },
  'the output of shardform show --table --json',
);

/** Returns the JSON form of the table. */
export function valueTableJson(
  { rows: all, removed }: ValueList,
  { rows, count, matching }: ChosenRows<ValueRow>,
): Json<typeof valueTableSchema> {
  return {
    version: 1,
    ...{ count, matching, removed },
    bytes: sumOf(all),
    values: rows.map(({ id, chip, userName, type, localType, isUndecided, ...row }) => ({
      ...row,
      name: userName,
      shape: type,
      local: localType,
    })),
  };
}
