import {
  integer,
  type Json,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
  textOrNull,
  versionOne,
} from '../json-schema/json-schema.ts';
import { factsSchema } from '../sim/facts-schema.ts';
import { collectiveSchema, countMeaning } from './collective-schema.ts';

const totals = object({
  bytes: number('that each device sends in one run'),
  bytesByAxes: record(number(), 'by the axes along which they are sent, such as data or data,model'),
  countByKind: record(integer(), 'how many collectives of each kind there are'),
  executionsByKind: record(integer(), 'how often those of each kind are executed'),
  executions: number('of all collectives'),
  meaning: countMeaning,
});

const passCheck = object({
  pass: text('its name'),
  verdict: oneOf(
    ['equal', 'different', 'unchanged', 'not executable'],
    'unchanged where the pass left the program as it was',
  ),
  message: textOrNull('the first number that differs, or why the program could not be executed'),
});

/** The outcome of executing a program after a pass. */
export type PassCheck = Json<typeof passCheck>;

/** The output of `shardform partition --json`. */
export const partitionSchema = object(
  {
    version: versionOne,
    devices: integer('that the program is for'),
    file: textOrNull('that was written'),
    output: textOrNull('the program where no file was written'),
    collectives: list(collectiveSchema),
    totals,
    facts: factsSchema,
    warnings: list(text(), 'what is likely to cost much'),
    checks: nullable(list(passCheck), 'what executing the program after each pass showed'),
  },
  'the output of shardform partition --json',
);

/** {@link partitionSchema} as a type. */
export type PartitionReportJson = Json<typeof partitionSchema>;
