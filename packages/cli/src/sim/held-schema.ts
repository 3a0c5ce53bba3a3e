import {
  integer,
  type Json,
  nullable,
  number,
  object,
  oneOf,
  textOrNull,
} from '../json-schema/json-schema.ts';

/** Something in the memory of a device. */
export const heldSchema = object({
  kind: oneOf(
    ['argument', 'donated', 'result', 'temporary', 'addresses', 'gaps'],
    'arguments and results are held all the time; gaps are between temporaries',
  ),
  bytes: number('of the device'),
  value: textOrNull('what is in it, as the file names it'),
  name: textOrNull("in the user's program"),
  operation: textOrNull('that computes it; null for arguments'),
  layer: textOrNull('the name scopes around the operation'),
  line: nullable(integer(), 'of the file'),
  until: textOrNull('the last operation that reads it; null if it is there until the end'),
});

/** {@link heldSchema} as a type. */
export type HeldJson = Json<typeof heldSchema>;
