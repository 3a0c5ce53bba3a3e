import { Type } from 'typebox';
import {
  integer,
  type Json,
  list,
  nullable,
  number,
  object,
  record,
  text,
  truth,
  versionOne,
} from '../json-schema/json-schema.ts';

/** The output of `shardform dist simulate --json`. */
export const simulationSchema = object(
  {
    version: versionOne,
    name: text('the program or the strategy'),
    simulated: nullable(
      text(),
      'the model or the function, which parts of a step are simulated, and its batch; null of a program as it is written',
    ),
    machine: text('its name'),
    latency: number('seconds until the last device is done'),
    peakBytes: number('that a device holds at most'),
    bubbleRatio: number("fraction of the devices' time in which they neither compute nor communicate"),
    mfu: number('floating-point operations done, of those that the devices could have done'),
    ops: integer('operations'),
    devices: list(
      object({
        device: integer('its number'),
        compute: number('seconds'),
        communication: number('seconds, those beside compute included'),
        idle: number('seconds in which it neither computes nor communicates'),
        peakBytes: number('that it holds at most'),
      }),
    ),
    criticalPath: nullable(
      list(
        object({
          kind: text('of operations, or their name and location in the program'),
          seconds: number('of all on the path'),
        }),
      ),
      'the composition of the critical path; null if the cost model has none',
    ),
    throughput: nullable(number(), 'samples per second; null for programs whose batch is not known'),
    operations: record(integer(), 'number of operations by kind'),
    warnings: list(text(), 'what the times do not contain'),
  },
  'the output of shardform dist simulate --json',
);

const evaluation = object(
  {
    data: integer('replicas'),
    horizontal: integer('shards of each replica'),
    pipeline: integer('stages of each shard'),
    microbatches: integer('that the batch of a replica is cut into'),
    schedule: text('the order of stages and microbatches'),
    chunks: integer('of the model on each device of a pipeline'),
    recompute: truth('whether activations are computed again'),
    latency: number('seconds of a step'),
    throughput: number('samples per second'),
    peakBytes: number('that a device holds at most'),
  },
  'a strategy with its cost',
);

/** The output of `shardform dist search --json`. */
export const searchSchema = object(
  {
    version: versionOne,
    simulated: text('the model, which parts of a step are simulated, and on which machine'),
    best: nullable(evaluation, 'the fastest that fits; null when nothing does'),
    front: list(evaluation, 'those that no other beats in both time and memory'),
    evaluations: list(evaluation, 'all that were simulated, the fastest first'),
    candidates: integer('that the model and the machine allow'),
    evaluated: integer('that were simulated in this search'),
    rejected: list(object({ candidate: text('the strategy'), reason: text('why it is no program') })),
    part: nullable(
      object({
        number: integer('which part, from 1'),
        of: integer('how many there are'),
        search: text('the same for all parts of a search'),
        bounds: list(
          object({
            candidate: text('a strategy, and the first of those with the same bounds'),
            latency: number('seconds that a step takes at least'),
            peakBytes: number('that a device holds at least'),
          }),
        ),
      }),
      'of a part of a search: what --merge needs beside; otherwise null',
    ),
  },
  'the output of shardform dist search --json',
);

/** A strategy with its cost in {@link searchSchema}. */
export type EvaluationJson = Json<typeof evaluation>;

/** {@link searchSchema} as a type. */
export type SearchJson = Json<typeof searchSchema>;

/** The output of `shardform dist show --json`. */
export const timelineSchema = object(
  {
    version: versionOne,
    name: text('the program or the strategy'),
    latency: number('seconds until the last device is done'),
    events: list(
      object({
        device: integer('its number'),
        operation: text('its kind'),
        start: number('seconds'),
        duration: number('seconds'),
      }),
      'the timeline of each device',
    ),
  },
  'the output of shardform dist show --json',
);

const collectiveFits = record(
  object({ seconds_per_Gb: number(), constant_seconds: number() }),
  'by number of devices; absent when none was measured',
);

/** The output of `shardform calibrate --json`, which `--machine` reads. */
export const calibrationSchema = object(
  {
    version: versionOne,
    device_parameters: object({
      kind: Type.Optional(text('of the devices that were profiled, such as cpu')),
      seconds_per_dram_byte: number('of the device memory'),
      seconds_per_flop: number('of computing'),
      kernel_launch_seconds: number('of starting an operation'),
      overlap: Type.Optional(
        number('the fraction of its speed with which a device computes while it communicates'),
      ),
    }),
    allreduce: Type.Optional(collectiveFits),
    allgather: Type.Optional(collectiveFits),
    reducescatter: Type.Optional(collectiveFits),
    alltoall: Type.Optional(collectiveFits),
    permute: Type.Optional(collectiveFits),
    network_bandwidth_Gbps_uniform: Type.Optional(number('absent when no sends were measured')),
    r_squared: record(number(), 'the fraction of each kind of measurement that the fit explains'),
    mean_error: record(number(), 'the mean of the relative errors of each fit on its own measurements'),
    profile: nullable(
      object({
        programs: list(
          object({
            file: text('the profile'),
            program: text('the name of the compiled module'),
            measured_seconds: number('of a device in a step, from its first event to its last one'),
            predicted_seconds: nullable(number(), 'null where it cannot be simulated'),
          }),
        ),
        not_identified: list(text(), 'what the profiles do not tell, and why'),
      }),
      'null without --profile',
    ),
  },
  'the output of shardform calibrate --json',
);
