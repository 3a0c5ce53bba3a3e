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
import { factsSchema } from '../sim/facts-schema.ts';
import { choiceSchema, partitionerSchema, programSchema } from './choice-schema.ts';
import {
  collectiveSchema,
  collectiveSums,
  collectiveTotalsSchema,
  countMeaning,
} from './collective-schema.ts';

const xla = object({
  version: text('of jaxlib'),
  collectives: list(
    object({
      kind: text('all_reduce, ...'),
      groupSize: number('of the devices that communicate with each other'),
      type: text('of its result on a device, as HLO writes it'),
      bytes: number(
        'that each device sends in one execution, with the algorithm that sends the least in a ring',
      ),
      executions: number('how often it is executed when the program runs once'),
      executionsMeaning: countMeaning,
      name: textOrNull('the operation that it was made for, by name scopes'),
    }),
  ),
  totals: object(collectiveSums),
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
    totals: collectiveTotalsSchema,
    program: programSchema,
    partitioner: partitionerSchema,
    possible: nullable(
      object({
        bytes: number('that each device would send in one run'),
        partitioner: oneOf(['best'], 'that makes those collectives'),
      }),
      'with other collectives; null where no fewer bytes are known to be possible',
    ),
    choice: choiceSchema,
    facts: factsSchema,
    warnings: list(text(), 'what is likely to cost much'),
    checks: nullable(list(passCheck), 'what executing the program after each pass showed'),
    xla: nullable(
      xla,
      "what XLA's partitioner makes of the same program, compiled for CPUs without combining",
    ),
  },
  'the output of shardform partition --json',
);

/** {@link partitionSchema} as a type. */
export type PartitionReportJson = Json<typeof partitionSchema>;
