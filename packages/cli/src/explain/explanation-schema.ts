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
import { collectiveMembers, collectiveSchema } from '../partition/collective-schema.ts';

const operation = text('name of the operation, or of the function with an @');
const place = textOrNull('file:line');

const origin = object({
  value: text('that the program itself splits along an axis of the collective'),
  argument: nullable(integer(), 'which argument of the main function it is'),
  sharding: textOrNull('that the program gives it'),
  because: text('the annotation in the program'),
  place,
});

const cheaper = object({
  value: text('the argument'),
  argument: integer('0-based'),
  sharding: text('that it would have'),
  tied: list(text(), 'other arguments and results that would have it, too'),
  collectives: list(collectiveSchema, 'those that the program would have and has not now'),
  bytes: number('that each device would send in the whole program'),
  bytesNow: number('that each device sends in the whole program'),
  seconds: nullable(
    number(),
    'that a step would take on the machine; null where the cost of some operation is unknown',
  ),
  secondsNow: nullable(number(), 'that a step takes'),
  peakBytes: nullable(number(), 'that a device would hold at most'),
  peakBytesNow: nullable(number(), 'that a device holds at most'),
  heldBytes: number('of the argument that each device would hold'),
  heldBytesNow: number('of the argument that each device holds'),
});

const communication = object({
  ...collectiveMembers,
  from: list(origin),
  cheaper: nullable(
    cheaper,
    'a sharding of an argument that differs by one axis, with which devices send less',
  ),
  tried: integer('number of other shardings that were tried'),
  possible: integer('number of shardings that differ by one axis'),
});

const axis = object({
  axis: text('of the mesh'),
  dimension: integer('of the value, 0-based'),
  way: list(
    object({
      from: text('the value that had the axis'),
      operation,
      place,
      factor: textOrNull("in the operation's sharding rule"),
      direction: oneOf(
        ['forward', 'backward', 'sideways'],
        'from operands to results, back, or between them',
      ),
    }),
    'the moves that brought the axis, the last one first',
  ),
  origin: object({
    value: text('that had the axis first'),
    because: text('the annotation in the program'),
    sharding: textOrNull('that is written there'),
    place,
  }),
});

const rejection = object({
  axis: text('of the mesh'),
  dimension: integer('of the value, 0-based'),
  holder: text('the value that has the axis'),
  operation,
  place,
  factor: text("in the operation's sharding rule"),
  reason: oneOf(
    ['used-elsewhere', 'closed', 'kept-whole', 'other-axis', 'conflict', 'not-passed-on'],
    'why the value did not get the axis',
  ),
  instead: textOrNull(
    'the axis that the dimension has there, or another tensor of the operation at a conflict',
  ),
});

/** The output of `shardform explain --json` for each value. */
export const explanationSchema = object(
  {
    version: versionOne,
    value: text('as the file names it'),
    name: textOrNull('what the program that the file was made from calls it'),
    function: textOrNull('the function around the value'),
    calls: list(text(), 'of a value in a called function: the calls that this copy stands for'),
    type: text('of the value'),
    operation: textOrNull('what computes the value; null for arguments'),
    scope: textOrNull('the name scopes of the operation'),
    place,
    sharding: textOrNull('after propagation'),
    axes: list(axis),
    rejections: list(rejection, 'what operations around the value have for it and it did not get'),
    communication: nullable(
      list(communication),
      'collectives that make the value, bring operands of its operation, or move it; null without --cheaper',
    ),
  },
  'one line for each value that shardform explain --json explains',
);

/** {@link explanationSchema} as a type. */
export type ExplainedValueJson = Json<typeof explanationSchema>;
