import { integer, list, nullable, number, object, text, versionOne } from '../json-schema/json-schema.ts';

const timeShare = object({
  name: text('compute, a collective such as all_reduce, or waiting'),
  seconds: number('that add up to the whole'),
});

const costlyOperation = object({
  label: text('the operation and its location'),
  seconds: number('in total; of communication, the time not overlapped with computation'),
  executions: integer('by the slowest device'),
});

const peakMemory = object({
  bytes: number('that a device holds at most'),
  device: integer('which one'),
  parts: nullable(
    object({
      arguments: number('bytes'),
      results: number('bytes'),
      temporaries: number('bytes of intermediate values'),
      aliased: number('bytes of results in the memory of donated arguments'),
    }),
    'of the bytes; null where devices run different programs',
  ),
  notes: list(text(), 'what is not counted, or not known for sure'),
});

/** The output of `shardform sim --json`. */
export const simulatedTimeSchema = object(
  {
    version: versionOne,
    machine: text('its name'),
    devices: integer('of the program'),
    seconds: number('until the last device is done'),
    shares: list(
      timeShare,
      'the time of the slowest device by activity; overlapped communication counts as computation',
    ),
    costly: list(costlyOperation, 'what the slowest device spends most of its time on, the longest first'),
    slowestDevice: integer('its number in the mesh'),
    peakMemory,
    warnings: list(text(), 'what the times do not contain'),
  },
  'the output of shardform sim --json',
);
