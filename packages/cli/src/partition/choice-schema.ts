import { list, nullable, number, object, oneOf, text } from '../json-schema/json-schema.ts';

const way = oneOf(
  ['time', 'bytes', 'shardy'],
  "priced with the machine's times, with the bytes that are sent, or as Shardy does",
);

/** Whose choices are made. */
export const partitionerSchema = oneOf(
  ['xla', 'shardy', 'best'],
  "whose choices are made: those that XLA's partitioner would make, Shardy's, or those by which devices send the least",
);

/** Which program an answer is about. */
export const programSchema = text(
  'which program it is about: as XLA would, predicted; as compiled by jaxlib 0.10.2 for CPUs; as it was given, ...',
);

/** Why a program is partitioned for a machine as it is. */
export const choiceSchema = nullable(
  object({
    machine: text('that it is for'),
    way,
    tried: list(
      object({ way, seconds: number('simulated') }),
      'the way that was taken first; empty where only one was tried',
    ),
  }),
  'how the program is partitioned for the machine; null where no machine decides',
);
