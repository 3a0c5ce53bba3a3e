import type { GoldenCheck, GoldenMetrics, GoldenRow } from '@shardform/runtime-tt';
import {
  integer,
  type Json,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  textOrNull,
  truth,
  versionOne,
} from '../json-schema/json-schema.ts';
import type { Column } from '../table/column.ts';
import type { OperationNames } from './named-operation.ts';

/** A row of the table of an execution beside its reference. */
export type NamedGoldenRow = GoldenRow & OperationNames;

const metric = (name: keyof GoldenMetrics): Column<NamedGoldenRow> => ({
  name,
  unit: 'count',
  value: ({ metrics }) => Number(metrics[name]),
  text: ({ metrics }) => shortNumber(Number(metrics[name])),
});

/** The columns of the table, the numbers by the keys that Tenstorrent's tools have for them. */
export const goldenColumns: readonly Column<NamedGoldenRow>[] = [
  { name: 'index', unit: 'line', value: ({ index }) => index },
  { name: 'value', value: ({ name }) => name },
  { name: 'operation', value: ({ operation }) => operation.name },
  { name: 'place', keeps: 'end', value: ({ place }) => place },
  { name: 'device_id', unit: 'count', value: ({ device }) => device },
  { name: 'executions', unit: 'count', value: ({ executions }) => executions },
  { name: 'status', value: statusOf },
  // The lowest are what is looked for.
  { ...metric('actual_pcc'), unit: 'line', text: ({ metrics }) => correlationText(metrics.actual_pcc) },
  metric('actual_atol'),
  metric('actual_rtol'),
  { name: 'allclose', value: ({ metrics }) => String(metrics.allclose) },
  metric('mean_absolute_error'),
  metric('root_mean_square_error'),
  {
    ...metric('cosine_similarity'),
    unit: 'line',
    text: ({ metrics }) => correlationText(metrics.cosine_similarity),
  },
];

/** Whether the correlation is at least the one that is asked for, in the words of Tenstorrent's tools. */
export function statusOf({ metrics }: GoldenRow): 'ok' | 'numerics_fail' {
  return metrics.actual_pcc < metrics.expected_pcc ? 'numerics_fail' : 'ok';
}

/** Ones that are not exact must not look like one. */
export function correlationText(correlation: number): string {
  const text = correlation.toFixed(6);
  return text === '1.000000' && correlation < 1 ? '0.999999+' : text;
}

function shortNumber(value: number): string {
  return value === 0 ? '0' : value.toExponential(1);
}

const finite = (meaning: string) => nullable(number(), `${meaning}; null where it is infinite`);

const row = object({
  index: integer('the position of the operation in the program'),
  value: text('its first result'),
  operation: text('its name'),
  place: textOrNull('file and line; null if unknown'),
  device_id: integer(),
  executions: integer('how often the device executed it; the numbers are those of the least correlation'),
  status: oneOf(['ok', 'numerics_fail']),
  expected_pcc: number(),
  actual_pcc: number("Pearson's correlation with the reference"),
  atol: number('what allclose allows'),
  rtol: number('what allclose allows, as a part of an element'),
  actual_atol: finite('the largest difference of an element'),
  actual_rtol: finite('the largest as a part of the element'),
  allclose: truth(),
  max: finite('the largest difference'),
  mean_absolute_error: finite('the mean difference'),
  root_mean_square_error: finite('the root of the mean of squared differences'),
  cosine_similarity: number(),
});

/** The output of `shardform tt --golden --json`. */
export const goldenSchema = object(
  {
    version: versionOne,
    devices: integer(),
    first: nullable(integer(), 'the index of the first operation whose correlation is too low'),
    rows: list(row, 'each operation on each device, in the order of the program'),
    isEqual: truth('whether every correlation is high enough'),
  },
  'the output of shardform tt --golden --json; an operation on a device is a row, errors of earlier operations included',
);

/** Returns the JSON form of a comparison with the reference. */
export function goldenJson(
  check: GoldenCheck,
  rows: readonly NamedGoldenRow[],
  devices: number,
): Json<typeof goldenSchema> {
  const orNull = (x: number): number | null => (Number.isFinite(x) ? x : null);
  return {
    ...{ version: 1, devices, first: check.first?.index ?? null, isEqual: check.first === null },
    rows: rows.map((own) => ({
      ...{ index: own.index, value: own.name, operation: own.operation.name, place: own.place },
      ...{ device_id: own.device, executions: own.executions, status: statusOf(own) },
      ...own.metrics,
      actual_atol: orNull(own.metrics.actual_atol),
      actual_rtol: orNull(own.metrics.actual_rtol),
      max: orNull(own.metrics.max),
      mean_absolute_error: orNull(own.metrics.mean_absolute_error),
      root_mean_square_error: orNull(own.metrics.root_mean_square_error),
    })),
  };
}
