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

/** JSON has neither NaN nor infinities. */
const INFINITE = 'null where it is not finite, as beside a NaN';

const executedResult = object({
  index: integer('0-based'),
  name: textOrNull("the name in the user's program; null if unknown"),
  type: text('of the global tensor'),
  verdict: oneOf(
    ['equal', 'unstable', 'nan', 'different'],
    'the worst of its elements: unstable where other roundings change an element as much, nan where both executions have NaN',
  ),
  elements: object({
    equal: integer('but for last digits'),
    unstable: integer('that other roundings change as much'),
    nan: integer('that are NaN in both executions'),
    different: integer('that rounding does not explain'),
  }),
  maxDifference: nullable(number('of an element'), INFINITE),
  relative: nullable(number('the same as a fraction of the largest magnitude of the result'), INFINITE),
  mismatch: nullable(
    object({
      position: list(integer(), 'indices in the global tensor'),
      device: nullable(integer(), 'that has it; null for a comparison of whole results'),
      actual: text('the number of the execution, as text since JSON has no NaN'),
      expected: text('the number that it is compared with'),
    }),
    'the first element that differs',
  ),
});

/** A result of the partitioned execution beside that of the sequential one. */
export type ExecutedResultJson = Json<typeof executedResult>;

/** The schema of the results of an execution. */
export const executedResultsSchema = list(executedResult);

const tolerance = object({
  type: text('of the elements'),
  relative: number('that an element may differ by; for integers none'),
  of: oneOf(
    ['element', 'largest'],
    'what it is a fraction of: each element, which may differ by what other roundings change of it, too; or the largest magnitude of a result',
  ),
});

/** How much elements of a type may differ. */
export type ToleranceJson = Json<typeof tolerance>;

const reference = object({
  file: text('the one that --reference names'),
  tolerances: list(tolerance, 'by type of elements'),
});

/** The program that was compared with. */
export type ReferenceJson = Json<typeof reference>;

const globalCheck = object({
  operations: integer('that each device executes'),
  collectives: integer('those of them for which devices communicate'),
  values: integer('that were compared'),
  unstable: integer('those of them whose difference other roundings explain'),
  nan: integer('those of them with NaN in both executions'),
  maxDifference: nullable(
    number(
      "the difference that is the largest fraction of its value's magnitude, over all devices and stable values",
    ),
    INFINITE,
  ),
  magnitude: nullable(number('the largest absolute value of an element of that value'), INFINITE),
  value: textOrNull('the value with that difference, as the file names it; null when all are equal'),
  device: nullable(integer(), 'the device with that difference'),
  correlation: nullable(
    number(),
    "the smallest of Pearson's correlation coefficients of the results; null when none of them varies",
  ),
  first: nullable(
    object({
      value: text('as the file names it'),
      place: textOrNull('file:line'),
      device: integer('its number'),
    }),
    'the first value beyond the tolerance',
  ),
});

/** The values that devices compute beside those of the whole program. */
export type GlobalCheckReport = Json<typeof globalCheck>;

/** The output of `shardform run --json`. */
export const executionSchema = object(
  {
    version: versionOne,
    engine: oneOf(['simulator', 'xla'], 'what executed the program'),
    devices: integer('that the program is for'),
    results: executedResultsSchema,
    reference: nullable(
      reference,
      'the program that the results are compared with; null where it is the executed one as a whole',
    ),
    expected: nullable(
      object({ file: text('the one that --expect names'), results: executedResultsSchema }),
      "the comparison with a file's results",
    ),
    check: nullable(globalCheck, 'what --check-global shows'),
    messages: list(text(), 'what else the execution showed, for people'),
  },
  'the output of shardform run --json',
);

/** {@link executionSchema} as a type. */
export type ExecutionJson = Json<typeof executionSchema>;
