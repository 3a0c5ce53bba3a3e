import {
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
  textOrNull,
} from '../json-schema/json-schema.ts';

/** The meaning of an execution count, see `CountMeaning`. */
export const countMeaning = oneOf(
  ['exact', 'at-most', 'per-iteration'],
  'at-most: if branches are taken that may not be; per-iteration: one iteration is counted of a loop of unknown length',
);

/** The meaning of a number of bytes, see `BytesMeaning`. */
export const bytesMeaning = oneOf(
  ['exact', 'at-most', 'at-least'],
  'at-most: the numbers of the program decide, and can be less; at-least: a call of an unknown target, which may send more',
);

/** The meaning of a total, see `TotalMeaning`. */
export const totalMeaning = oneOf(
  ['exact', 'at-most', 'per-iteration', 'at-least'],
  'at-most: if branches are taken that may not be, and all is sent that may be; per-iteration: one iteration is counted of a loop of unknown length; at-least: a call of an unknown target may send more',
);

/** The pattern of a permute, see `InsertedCollective`. */
export const pattern = textOrNull(
  'of a permute, in which pattern devices send, such as ring of 8; null for other collectives',
);

/** The members of `CollectiveSums`. */
export const collectiveSums = {
  bytes: number('that each device sends in one run'),
  countByKind: record(integer(), 'how many collectives of each kind there are'),
  executionsByKind: record(integer(), 'how often those of each kind are executed'),
  executions: number('of all collectives'),
  meaning: totalMeaning,
};

/** The schema of `CollectiveTotals`. */
export const collectiveTotalsSchema = object({
  ...collectiveSums,
  bytesByAxes: record(number(), 'by the axes along which they are sent, such as data or data,model'),
});

/** The members of an `InsertedCollective`. */
export const collectiveMembers = {
  kind: text('all_reduce, ...'),
  axes: text('as the operation writes them; empty for collectives that the program lists devices for'),
  axisNames: list(text(), 'axes of the mesh'),
  bytes: number('that each device sends in one execution, with the algorithm that sends the least in a ring'),
  bytesMeaning,
  executions: number('how often it is executed when the program runs once: iterations of loops, and calls'),
  executionsMeaning: countMeaning,
  type: text('the local type of its result'),
  groupSize: number('of the devices that communicate with each other'),
  pattern,
  source: text('the operation whose result it moves, or argument'),
  value: textOrNull(
    'that result or argument, as explain takes it; null where the program as it was given has none',
  ),
  name: textOrNull("the name in the user's program: an argument's name, or the name scopes of the operation"),
  place: textOrNull('file:line of the operation that needs it'),
  reason: textOrNull('why it is there; null for collectives of the program itself'),
  detail: textOrNull('the reason as the partitioner has it: operands, shardings and factors'),
  loop: textOrNull('the operation of the loop that it is in'),
  gatheredArgument: nullable(integer(), 'which argument of the main function it gathers'),
};

/** The schema of an `InsertedCollective`. */
export const collectiveSchema = object(collectiveMembers);
