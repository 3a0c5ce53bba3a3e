/** XLA's sharding of an argument, a result or a custom call, as text such as `{devices=[2,1]<=[2]}`. */
export const MHLO_SHARDING = 'mhlo.sharding';

/** Attributes of the front end: a dictionary of strings. */
export const FRONTEND_ATTRIBUTES = 'mhlo.frontend_attributes';

/** Shardy's sharding as a text among the front end's attributes. */
export const XLA_SDY_SHARDING = 'xla.sdy.sharding';

/** Shardy's meshes as a text among the front end's attributes of a module. */
export const XLA_SDY_MESHES = 'xla.sdy.meshes';

/** The custom call that marks a value with a sharding. */
export const SHARDING_CALL = 'Sharding';

/** The custom call that begins the local part of a program, which devices run on their shards. */
export const FULL_TO_SHARD_CALL = 'SPMDFullToShardShape';

/** The custom call that ends that part. */
export const SHARD_TO_FULL_CALL = 'SPMDShardToFullShape';

/** The custom calls that say shardings in XLA's older way. */
export const SHARDING_CALLS: readonly string[] = [SHARDING_CALL, FULL_TO_SHARD_CALL, SHARD_TO_FULL_CALL];

/** PyTorch/XLA's custom call that constrains a value to a sharding; axes are `mesh_idx_0`, `mesh_idx_1`. */
export const SHARDING_CONSTRAINT_CALL = 'tt.sharding_constraint';

/** JAX's custom call that says the sharding of a function's result. */
export const RESULT_SHARDING_CALL = 'xla.sdy.FuncResultSharding';

/** A composite's attributes, on the custom call that stands for it while shardings are propagated. */
export const COMPOSITE_ATTRIBUTES = 'tt.composite_attributes';

/** Marks custom calls that stand for composites. */
export const HAS_CUSTOM_SHARDING = 'tt.has_custom_sharding';

/** Attributes that flattened composites leave on their operations, so that they can be outlined again. */
export const reoutline = {
  group: 'reoutline.group',
  seed: 'reoutline.seed',
  name: 'reoutline.orig_name',
  attributes: 'reoutline.comp_attrs',
  operands: 'reoutline.arg_operand_indices',
  results: 'reoutline.result_pos',
} as const;
