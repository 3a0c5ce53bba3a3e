import {
  integer,
  type Json,
  list,
  nullable,
  object,
  oneOf,
  record,
  text,
  textOrNull,
  truth,
  versionOne,
} from '../json-schema/json-schema.ts';
import { executedResultsSchema } from '../run/execution-schema.ts';

const passChange = object({
  pass: text('its name'),
  operations: list(
    text(),
    'differences of the numbers of operations, such as +3 ttir.add; empty when only attributes changed',
  ),
});

/** The change of a program by a pass. */
export type PassChange = Json<typeof passChange>;

const stage = object({
  name: oneOf(['stablehlo', 'ttir', 'ttnn'], 'what the program is made of'),
  passes: list(passChange, 'those that changed the program, in order'),
  operations: record(integer(), 'how many operations of each name the program has'),
  results: nullable(
    executedResultsSchema,
    'compared with those of the program; null when the stage was not executed',
  ),
});

/** The output of `shardform tt --json`. */
export const loweringSchema = object(
  {
    version: versionOne,
    stages: list(stage, 'the programs from StableHLO to the target'),
    devices: nullable(integer(), 'simulated ones; null when nothing was executed'),
    isEqual: nullable(
      truth(),
      'whether every stage gave the numbers of the program; null when nothing was executed',
    ),
    notExecuted: textOrNull('why stages were not executed though that was asked for'),
  },
  'the output of shardform tt --json',
);

/** {@link loweringSchema} as a type. */
export type LoweringJson = Json<typeof loweringSchema>;
