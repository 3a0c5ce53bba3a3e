import {
  bytesMeaning,
  collectiveTotalsSchema,
  countMeaning,
  pattern,
} from '../partition/collective-schema.ts';
import { factsSchema } from '../sim/facts-schema.ts';
import {
  integer,
  type Json,
  list,
  number,
  nullable,
  object,
  oneOf,
  record,
  text,
  textOrNull,
  versionOne,
} from '../json-schema/json-schema.ts';

const causeKinds = [
  ...(['written', 'constraint', 'partial-results', 'conflict', 'borders', 'indivisible'] as const),
  ...(['device-order', 'single-device', 'unknown'] as const),
] as const;

const decisionKinds = [
  ...(['combined', 'not-scattered', 'rematerialized', 'hoisted'] as const),
  ...(['left-in-loop', 'windowed', 'widened', 'recomputed'] as const),
] as const;

const moved = object({
  value: textOrNull("the value as the program's text calls it"),
  name: textOrNull("its name in the user's program"),
  line: nullable(integer(), "of the program's text"),
  operation: textOrNull('that devices communicate for'),
  from: textOrNull('the sharding before, such as [{x}, {}]'),
  to: textOrNull('the sharding after, where it is known'),
  bytes: number('that each device sends of it in one execution'),
  cause: object({
    kind: oneOf(causeKinds, 'unknown where no rule explains it'),
    text: text('for people'),
  }),
  shardyBytes: nullable(
    number(),
    "that each device sends in one execution with Shardy's own partitioner, for the same operation along the same axes",
  ),
});

const collective = object({
  instruction: text('its name in the HLO'),
  line: integer('of the HLO text; 0 for protobuf'),
  kind: text('all_reduce, ...'),
  axes: list(text(), 'of the mesh, along which devices communicate'),
  groupSize: number('of the devices that communicate with each other'),
  pattern,
  type: text('of its result on a device, as HLO writes it'),
  bytes: number('that each device sends in one execution, with the algorithm that sends the least in a ring'),
  bytesMeaning,
  executions: number('how often it is executed when the program runs once'),
  executionsMeaning: countMeaning,
  place: textOrNull("file:line in the user's program"),
  operation: textOrNull('the name of the operation that it was made for, with scopes'),
  moved: list(moved, 'the arrays that it moves: several where XLA combined collectives'),
  decisions: list(
    object({ kind: oneOf(decisionKinds), text: text('for people') }),
    "of XLA's compiler, which add to the cause",
  ),
});

/** An edit of the user's program. */
export const remedyEdit = object({
  change: text("in the user's terms"),
  place: textOrNull('file:line; null for shardings of arguments and results'),
  code: textOrNull('the changed line, where the file is at hand'),
});

/** The schema of the answer of `shardform compiled`. */
export const compiledSchema = object({
  version: versionOne,
  program: text('the name of the compiled module'),
  compiler: text('which compiler made it: jaxlib and its version, or the file that has it'),
  devices: number('of the program'),
  executedBy: oneOf(
    ['compiled', 'accelerators'],
    'accelerators where collectives that were compiled for CPUs are those that GPUs and TPUs execute in their place',
  ),
  collectives: list(collective),
  totals: collectiveTotalsSchema,
  facts: factsSchema,
  causes: record(integer(), 'how many moved arrays have each kind of cause'),
  remedies: nullable(
    object({
      compiled: integer('how many changes were compiled'),
      bytesNow: number('that each device sends as the program is, compiled in the same way'),
      changes: list(
        object({
          edits: list(remedyEdit, 'that belong together'),
          bytes: number('that each device sends with it, in the program that XLA compiles'),
          heldBytes: number('of the changed values that each device holds with it'),
          heldBytesNow: number('that it holds of them now'),
        }),
        'those with which it sends less, the best first',
      ),
    }),
    'null without --remedies',
  ),
});

/** The answer of `shardform compiled`. */
export type CompiledJson = Json<typeof compiledSchema>;
