import {
  integer,
  type Json,
  list,
  number,
  nullable,
  object,
  oneOf,
  text,
  textOrNull,
  versionOne,
} from '../json-schema/json-schema.ts';

const spreadFields = {
  median: number(),
  low: number('a quarter is below'),
  high: number('a quarter is above'),
  count: integer('of the measured numbers'),
};
const spread = object(spreadFields);

const rowFields = {
  name: textOrNull('file:line, a value, or an instruction; null for operations that have none'),
  operation: text("that it is in the user's program, or an opcode of HLO"),
  instructions: list(text(), 'of the compiled program, the one with the most time first'),
  meaning: nullable(
    oneOf(['own', 'inside', 'neighbour']),
    'how the line is known: the instruction has it, an operation inside of it, or its operand or user',
  ),
  seconds: spread,
  totalSeconds: number('of all steps and devices together'),
  share: number('of the time of all operations'),
  predictedSeconds: nullable(number(), 'of a step on a device; null without a machine'),
  ratio: nullable(number(), 'the measured median by the predicted time'),
  bound: nullable(oneOf(['compute', 'memory', 'network', 'launch'])),
};
const row = object(rowFields);

const operation = object({
  ...rowFields,
  startSeconds: number("from the beginning of a device's run until its first event begins, in the median"),
  endSeconds: number('until its last event ends'),
  axis: textOrNull('along which it communicates, or the size of groups; null for what computes'),
});

const communicationTimes = {
  exposedSeconds: number('of a step on a device, in the mean, while it computes nothing'),
  hiddenSeconds: number('while it computes'),
  waitingSeconds: number('of the exposed ones: longer than on the device of a group that comes last'),
  predictedExposedSeconds: nullable(number(), 'null without a machine'),
};

const memory = object({
  allocator: text('its name, or the number of its device'),
  peakBytes: number('the most in use while the profile was recorded'),
  peakStep: textOrNull('in which that is reached first; null between steps, and before and after them'),
  peakSeconds: number('from the beginning of the first step; negative before it'),
  lifetimePeakBytes: nullable(number(), 'since the process has begun; null where the allocator does not say'),
  capacityBytes: nullable(number(), 'in use and available together; null where the allocator does not say'),
  events: integer('allocations and releases'),
  moments: list(object({ seconds: number('from the beginning of the first step'), bytes: number('in use') })),
});

/** The schema of the answer of `shardform profile`. */
export const profileSchema = object({
  version: versionOne,
  files: list(text()),
  run: textOrNull('which run of a folder with several it is'),
  compiledBy: text('where the compiled program is from'),
  program: text('the name of the compiled module'),
  hosts: list(text()),
  devices: integer('that have run it'),
  steps: object({
    count: integer('without those that are left out'),
    foundBy: oneOf(['markers', 'runs']),
    warmUp: integer('steps at the beginning that are left out because they took longer'),
    incomplete: integer('steps that are left out because the profile has a part of them'),
    seconds: spread,
    deviceSeconds: object(spreadFields, 'of a device, from its first event to its last one'),
  }),
  deviceSeconds: number('of all operations in all steps, on all devices'),
  joined: object({
    operations: number(
      'the part of the time of devices that is joined to operations of the compiled program',
    ),
    lines: number('the part of the time of devices that is joined to lines'),
  }),
  predicted: nullable(
    object({
      machine: text(),
      seconds: number('of a step'),
      unmeasuredSeconds: number('of these, of operations that the profile has no events of'),
    }),
    'null without a machine',
  ),
  use: nullable(
    object({
      flopsPerSecond: number('of products, of a device'),
      ofPeak: number('the fraction of peak rates'),
    }),
    'null without a machine, or for a program without products',
  ),
  lines: list(row),
  values: nullable(list(row), 'null without the program that was compiled'),
  operations: list(operation),
  unjoined: list(
    object({
      name: text('of an event or an instruction'),
      totalSeconds: number(),
      share: number('of the time of devices'),
      reason: text(),
    }),
  ),
  communication: list(
    object({
      axis: text('of the mesh, or the size of groups'),
      collectives: integer(),
      ...communicationTimes,
    }),
  ),
  collectives: list(
    object({
      instruction: text('of the compiled program: the collective, or what starts it'),
      kind: text(),
      axis: text('of the mesh, or the size of groups'),
      ...communicationTimes,
      ratio: nullable(number(), 'the measured exposed time by the predicted one'),
    }),
    'the longest exposed one first',
  ),
  idle: list(
    object({
      cause: oneOf(['straggler', 'host', 'launch or host']),
      reason: text(),
      seconds: number('of a step'),
      share: number('of a step'),
    }),
  ),
  stragglers: list(
    object({
      device: text(),
      times: number('how many times as long as the median device it computes'),
      computingSeconds: number('of a step'),
    }),
  ),
  memory: list(memory, 'over time, the fullest first; none where the profile has no events of allocators'),
  otherPrograms: list(object({ name: text(), share: number('of the time of all programs') })),
  problems: list(text(), 'why there is no prediction, or what it does not contain'),
});

/** The answer of `shardform profile`. */
export type ProfileJson = Json<typeof profileSchema>;
