import {
  type DeviceProfile,
  isTooLarge,
  largest,
  type ProfiledOperation,
  profileSeconds,
} from '@shardform/study/tenstorrent';
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
  versionOne,
} from '../json-schema/json-schema.ts';
import type { Column } from '../table/column.ts';
import type { OperationNames } from './named-operation.ts';

/** A row of the table of times and memory. */
export type NamedProfileRow = ProfiledOperation & OperationNames;

/** The columns of the table. */
export const profileColumns: readonly Column<NamedProfileRow>[] = [
  { name: 'index', unit: 'line', value: ({ index }) => index },
  { name: 'value', value: ({ name }) => name },
  { name: 'operation', value: ({ operation }) => operation.name },
  { name: 'place', keeps: 'end', value: ({ place }) => place },
  { name: 'function', value: ({ func }) => func.symName.value },
  { name: 'executions', unit: 'count', value: ({ executions }) => executions },
  { name: 'cores', unit: 'count', value: ({ work }) => work.cores },
  { name: 'seconds', unit: 'seconds', value: ({ seconds }) => seconds },
  { name: 'bound', value: ({ bound }) => bound },
  { name: 'dram_moved', unit: 'bytes', value: ({ work }) => work.dramBytes },
  { name: 'dram_live', unit: 'bytes', value: ({ dram }) => dram },
  { name: 'l1_per_core', unit: 'bytes', value: ({ l1 }) => l1 },
];

const BOUNDS = ['compute', 'DRAM', 'NoC', 'Ethernet', 'PCIe', 'host', 'launch'] as const;

const row = object({
  index: integer('in the order of the program'),
  value: text('its first result'),
  operation: text('its name'),
  place: textOrNull('file and line; null if unknown'),
  function: text('where it is'),
  executions: integer('in a run; 0 for what is computed once, before'),
  cores: integer('that take part; 0 for what the host does'),
  seconds: number('of an execution'),
  bound: oneOf(BOUNDS, 'what takes most of it'),
  dram_moved: number('bytes from and to DRAM'),
  dram_live: number('bytes of DRAM that tensors take while it runs'),
  l1_per_core: number("bytes of a core's memory that kernels and tensors take"),
  remedy: textOrNull('what would fit, where this does not'),
});

/** The output of `shardform tt --profile --json`. */
export const profileSchema = object(
  {
    version: versionOne,
    arch: text('the family of chips'),
    grid: list(integer(), 'rows and columns of cores of a chip'),
    devices: integer(),
    seconds: number('of a run, one operation after the other'),
    constant_seconds: number('of what is computed once'),
    dram_peak: number('bytes of DRAM of a device at most'),
    dram_capacity: number('bytes of DRAM that tensors can have'),
    l1_peak: number('bytes of a core at most'),
    l1_capacity: number('bytes of a core that programs can have'),
    first_too_large: nullable(integer(), 'the index of the first operation that does not fit'),
    rows: list(row, 'operations in the order of the program'),
  },
  'the output of shardform tt --profile --json',
);

/** Returns the JSON form of a profile. */
export function profileJson(
  profile: DeviceProfile,
  rows: readonly NamedProfileRow[],
): Json<typeof profileSchema> {
  const { run, once } = profileSeconds(rows);
  return {
    ...{ version: 1, arch: profile.arch, grid: [...profile.grid], devices: profile.devices },
    ...{ seconds: run, constant_seconds: once },
    ...{ dram_peak: largest(rows, 'dram')?.dram ?? 0, dram_capacity: profile.dramCapacity },
    ...{ l1_peak: largest(rows, 'l1')?.l1 ?? 0, l1_capacity: profile.l1Capacity },
    first_too_large: rows.find((own) => isTooLarge(own, profile))?.index ?? null,
    rows: rows.map((own) => ({
      ...{ index: own.index, value: own.name, operation: own.operation.name, place: own.place },
      ...{ function: own.func.symName.value, executions: own.executions, cores: own.work.cores },
      ...{ seconds: own.seconds, bound: own.bound, dram_moved: own.work.dramBytes },
      ...{ dram_live: own.dram, l1_per_core: own.l1, remedy: own.buffers.remedy?.words ?? null },
    })),
  };
}
