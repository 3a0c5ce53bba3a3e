import {
  integer,
  type Json,
  list,
  object,
  oneOf,
  text,
  textOrNull,
  versionOne,
} from '../json-schema/json-schema.ts';

const sizes = (description: string) => list(integer(), description);

const placedValue = object({
  kind: oneOf(['argument', 'result', 'value'], 'arguments and results are those of the main function'),
  index: integer('of an argument or result, 0-based'),
  name: text('as the file names it'),
  path: textOrNull("the name in the user's program, such as p['w']; null if unknown"),
  type: text('of the global tensor'),
  sharding: textOrNull('null where nothing is said: every device holds all of it'),
  partitionSpec: textOrNull("as JAX writes it, such as P('x', None); null where that cannot say it"),
  shape: sizes('of the global tensor'),
  localShape: sizes('of the shard that a device holds'),
  parts: list(object({ device: integer('its number'), offsets: sizes('where its shard begins, 0-based') })),
});

/** A requested value, or an argument or result of the main function. */
export type PlacedValueJson = Json<typeof placedValue>;

/** The output of `shardform show --json`. */
export const placementSchema = object(
  {
    version: versionOne,
    mesh: object({
      name: text('without the @'),
      axes: list(object({ name: text('of the axis'), size: integer('in devices') })),
      deviceCount: integer('of the whole mesh'),
    }),
    values: list(placedValue),
  },
  'the output of shardform show --json',
);

/** {@link placementSchema} as a type. */
export type PlacementJson = Json<typeof placementSchema>;
