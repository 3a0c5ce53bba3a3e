/** Sharding of a function's argument or result, or the shardings of an operation's results. */
export const SHARDING = 'sdy.sharding';

/** Sharding rule of an operation. */
export const SHARDING_RULE = 'sdy.sharding_rule';

/** Name of a constraint or manual computation in the origins of shardings. */
export const SHARDING_ORIGIN_NAME = 'sdy.sharding_origin_name';

/** The origin of each axis of a value's sharding: a dictionary from axis to origin. */
export const SHARDING_ORIGINS = 'sdy.sharding_origins';

/** The steps by which axes were propagated between the values of an operation. */
export const PROPAGATION_EDGES = 'sdy.propagation_edges';

/** {@link SHARDING_ORIGINS} of the block arguments of an operation with regions. */
export const BLOCK_ARG_SHARDING_ORIGINS = 'sdy.block_arg_sharding_origins';

/** {@link SHARDING_ORIGINS} of the results of an operation with regions. */
export const RESULT_SHARDING_ORIGINS = 'sdy.result_sharding_origins';

/** {@link PROPAGATION_EDGES} of the block arguments of an operation with regions. */
export const BLOCK_ARG_PROPAGATION_EDGES = 'sdy.block_arg_propagation_edges';

/** {@link PROPAGATION_EDGES} of the results of an operation with regions. */
export const RESULT_PROPAGATION_EDGES = 'sdy.result_propagation_edges';

/** Name of the function that a copy was made from. */
export const ORIGINAL_FUNC_NAME = 'sdy.original_func_name';

/** Manual axes around the call for which a copy of a function was made. */
export const FUNC_MANUAL_AXES = 'sdy.func_manual_axes';
