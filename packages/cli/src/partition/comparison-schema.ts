import {
  integer,
  list,
  nullable,
  number,
  object,
  text,
  textOrNull,
  versionOne,
} from '../json-schema/json-schema.ts';
import { programSchema } from './choice-schema.ts';
import { collectiveSchema, totalMeaning } from './collective-schema.ts';

const programCost = object({
  program: programSchema,
  devices: integer('that the program is for'),
  bytes: number('that each device sends in one run'),
  meaning: totalMeaning,
  bytesByAxes: list(
    object({ axes: text('such as x or x,y'), bytes: number() }),
    'these by the axes along which they are sent',
  ),
  executions: number('of collectives'),
  machine: textOrNull('that the time is of; null where a cost is not known'),
  seconds: nullable(number(), 'that it takes; null where a cost is not known'),
  contentionSeconds: nullable(
    number(),
    'of these, for links that others use at the same time; null where a cost is not known',
  ),
  peakBytes: nullable(number(), 'that a device holds at most; null where a cost is not known'),
});

/** The output of `shardform compare --json`. */
export const comparisonSchema = object(
  {
    version: versionOne,
    before: programCost,
    after: programCost,
    gone: list(collectiveSchema, 'that only the first program has'),
    added: list(collectiveSchema, 'that only the second program has'),
    shardings: list(
      object({
        value: text('in the second program, as commands refer to it'),
        name: textOrNull("in the user's program"),
        type: text(),
        before: text(
          'the axes of its dimensions in the first program, such as [{"x"}, {}], whole, or undecided',
        ),
        after: text('in the second program'),
        line: nullable(integer(), 'of the second program'),
      }),
      'values that both programs have and split differently',
    ),
    warnings: list(
      text(),
      'why the comparison may mean little, such as that the programs are not versions of one',
    ),
  },
  'the output of shardform compare --json',
);
