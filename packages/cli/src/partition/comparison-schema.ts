import { integer, list, nullable, number, object, versionOne } from '../json-schema/json-schema.ts';
import { collectiveSchema } from './collective-schema.ts';

const programCost = object({
  devices: integer('that the program is for'),
  bytes: number('that each device sends in one run'),
  executions: number('of collectives'),
  seconds: nullable(number(), 'that it takes; null where a cost is not known'),
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
  },
  'the output of shardform compare --json',
);
