import {
  integer,
  list,
  nullable,
  number,
  object,
  text,
  textOrNull,
  truth,
  versionOne,
} from '../json-schema/json-schema.ts';
import { factsSchema } from '../sim/facts-schema.ts';

const value = object({
  index: integer('from 0'),
  name: textOrNull("in the user's program"),
  type: text(),
  sharding: textOrNull('null for a scalar'),
  partitionSpec: text("as JAX writes it, such as P('x', None)"),
});

/** A program that was simulated. */
const candidate = object({
  mesh: text('its axes, such as x=2, y=4'),
  isGiven: truth('whether the shardings are those of the program as it is written'),
  facts: factsSchema,
  model: nullable(
    object({
      seconds: number('that the choices cost in the model in which they were made'),
      bound: number('no choices cost less in it'),
      exposed: object(
        {
          early: number('of what is communicated before anything that computes much, such as parameters'),
          between: number(),
          late: number('of what is communicated after everything that computes much, such as gradients'),
        },
        'the part of communication that counted',
      ),
    }),
    'null for the program as it is written',
  ),
});

/** The output of `shardform plan --json`. */
export const planSchema = object(
  {
    version: versionOne,
    file: textOrNull('that was written'),
    fits: truth('whether a device never holds more than --memory'),
    best: candidate,
    arguments: list(value),
    results: list(value),
    tried: list(candidate, 'all programs that were simulated, the fastest first'),
  },
  'the output of shardform plan --json',
);
