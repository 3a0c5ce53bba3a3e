/**
 * The role of an operation in the fusion of a compiler such as XLA: `loop` computes an element of its result from a few
 * elements of its operands, and is fused into its users; `dear` is the same but too expensive to duplicate; `root`
 * fuses its operands but must write its own result; `none` is not fused.
 */
export type FusionRole = 'none' | 'loop' | 'dear' | 'root';

/** The use that an operation makes of its operands' memory: `view` aliases it, `update` changes a slice of it. */
export type MemoryRole = 'plain' | 'view' | 'update';

const names = (dialect: string, list: string): string[] =>
  list.split(' ').map((name) => `${dialect}.${name}`);

/** One operation for each element of the result. */
export const CHEAP_ELEMENTWISE: ReadonlySet<string> = new Set([
  ...names(
    'stablehlo',
    `abs add and bitcast_convert ceil clamp compare complex convert count_leading_zeros divide floor imag is_finite
maximum minimum multiply negate not or popcnt real reduce_precision remainder round_nearest_afz round_nearest_even select
shift_left shift_right_arithmetic shift_right_logical sign subtract uniform_dequantize uniform_quantize xor map`.replaceAll(
      '\n',
      ' ',
    ),
  ),
  ...names(
    'chlo',
    `broadcast_add broadcast_and broadcast_compare broadcast_complex broadcast_divide broadcast_maximum broadcast_minimum
broadcast_multiply broadcast_or broadcast_remainder broadcast_select broadcast_shift_left broadcast_shift_right_arithmetic
broadcast_shift_right_logical broadcast_subtract broadcast_xor conj is_inf is_neg_inf is_pos_inf mulhi square
constant constant_like _asin_acos_kernel`.replaceAll('\n', ' '),
  ),
  'hlo.stochastic_convert',
]);

/** Functions that take many operations for each element. */
export const DEAR_ELEMENTWISE: ReadonlySet<string> = new Set([
  ...names(
    'stablehlo',
    'atan2 cbrt cosine exponential exponential_minus_one log log_plus_one logistic power rsqrt sine sqrt tan tanh',
  ),
  ...names(
    'chlo',
    `acos acosh asin asinh atan atanh bessel_i1e broadcast_atan2 broadcast_next_after broadcast_polygamma broadcast_power
broadcast_zeta cosh digamma erf erf_inv erfc lgamma next_after polygamma sinh tan zeta`.replaceAll('\n', ' '),
  ),
]);

/** Moving elements: no floating-point operation. */
export const MOVING: ReadonlySet<string> = new Set(
  names(
    'stablehlo',
    `broadcast broadcast_in_dim concatenate dynamic_broadcast_in_dim dynamic_gather dynamic_iota dynamic_pad dynamic_reshape
dynamic_slice dynamic_update_slice gather get_dimension_size iota pad real_dynamic_slice reshape reverse set_dimension_size
slice torch_index_select transpose constant partition_id replica_id`.replaceAll('\n', ' '),
  ).concat(names('hlo', 'copy elided_constant rng_get_and_update_state')),
);

/** Operations that read only as much of their operands as the result has. */
export const READING_PARTS: ReadonlySet<string> = new Set(
  names('stablehlo', 'dynamic_gather dynamic_slice gather real_dynamic_slice slice torch_index_select'),
);

/** Other names of the same bytes, and what only orders or names: neither time nor memory. */
export const FREE: ReadonlySet<string> = new Set([
  ...names(
    'stablehlo',
    'after_all create_token optimization_barrier tuple get_tuple_element async_start async_done reshape bitcast_convert',
  ),
  ...names('hlo', 'add_dependency async_start async_update async_done bitcast domain'),
]);

const VIEWS: ReadonlySet<string> = new Set([
  ...names('stablehlo', 'reshape bitcast_convert optimization_barrier dynamic_reshape'),
  ...names('hlo', 'add_dependency bitcast domain'),
]);

const UPDATES: ReadonlySet<string> = new Set(names('stablehlo', 'dynamic_update_slice scatter sort'));

const ROOTS: ReadonlySet<string> = new Set(names('stablehlo', 'reduce dynamic_update_slice'));

const FUSIBLE_MOVES: ReadonlySet<string> = new Set(
  names(
    'stablehlo',
    'broadcast broadcast_in_dim concatenate dynamic_iota dynamic_slice gather iota pad reverse slice transpose',
  ),
);

/** Returns the fusion role of an operation by its name. */
export function fusionRole(name: string): FusionRole {
  if (DEAR_ELEMENTWISE.has(name)) return 'dear';
  if (CHEAP_ELEMENTWISE.has(name) || FUSIBLE_MOVES.has(name)) return 'loop';
  return ROOTS.has(name) ? 'root' : 'none';
}

/** Returns how an operation of a name uses the memory of its first operand. */
export function memoryRole(name: string): MemoryRole {
  if (VIEWS.has(name)) return 'view';
  return UPDATES.has(name) ? 'update' : 'plain';
}
