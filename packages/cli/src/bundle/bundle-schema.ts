import { integer, type Json, list, object, text, truth, versionOne } from '../json-schema/json-schema.ts';

const shards = object({
  name: text("in the user's program, or argument 0"),
  dtype: text('as NumPy and ml_dtypes call it'),
  shape: list(integer(), 'of the whole array'),
  localShape: list(
    integer(),
    'of a shard; the last one of an uneven split extends beyond the array, with zeros',
  ),
  offsets: list(list(integer()), 'where each different shard begins'),
  shardOfDevice: list(integer(), 'which of them each device holds'),
});

/** An argument or result of a bundle, and its shards. */
export type ShardsJson = Json<typeof shards>;

/** `manifest.json` of a bundle. */
export const manifestSchema = object({
  version: versionOne,
  program: text('the file with the program of each device, a portable artifact of StableHLO'),
  devices: integer('that it is for: device i is device i of jax.devices()'),
  arguments: list(shards),
  results: list(shards),
  hasInputs: truth('whether there are files inputs/argI.S.npy with shard S of argument I'),
  hasExpected: truth('whether there are files expected/resI.S.npy with what simulated devices compute'),
});

/** {@link manifestSchema} as a type. */
export type ManifestJson = Json<typeof manifestSchema>;

/** The output of `shardform bundle --json`. */
export const bundleSchema = object(
  {
    version: versionOne,
    folder: text('that was written'),
    files: integer('in it'),
    manifest: manifestSchema,
  },
  'the output of shardform bundle --json',
);

/** {@link bundleSchema} as a type. */
export type BundleJson = Json<typeof bundleSchema>;
