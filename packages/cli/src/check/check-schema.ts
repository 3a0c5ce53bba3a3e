import {
  type Json,
  list,
  nullable,
  number,
  object,
  text,
  textOrNull,
  truth,
  versionOne,
} from '../json-schema/json-schema.ts';
import { programSchema } from '../partition/choice-schema.ts';
import { factsSchema } from '../sim/facts-schema.ts';

const finding = object({
  place: textOrNull("file:line in the user's program"),
  message: text('what is there, and why'),
});

const checked = object({
  rule: text('what the budget limits, such as collectives/all_gather, memory or sharding'),
  subject: text('the kind of collectives, the axis or the value; empty for the whole program'),
  holds: truth('whether the program keeps to it'),
  message: text('the limit and what was found'),
  limit: nullable(number(), 'of the budget; null for shardings'),
  found: nullable(number(), 'in the program'),
  findings: list(finding, 'where the program exceeds it'),
});

/** A limit of a budget, and whether a program keeps to it. */
export type CheckedJson = Json<typeof checked>;

/** The output of `shardform check --json`. */
export const checkSchema = object(
  {
    version: versionOne,
    program: programSchema,
    holds: truth('whether the program keeps to all of the budget'),
    checks: list(checked),
    facts: factsSchema,
  },
  'the output of shardform check --json',
);

/** {@link checkSchema} as a type. */
export type CheckJson = Json<typeof checkSchema>;
