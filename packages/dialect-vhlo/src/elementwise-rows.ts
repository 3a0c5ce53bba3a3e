import { accuracy } from './attribute-kind.ts';
import { alike, op, type OpRow } from './op-row.ts';

/** Both versions of a function that can be asked for an accuracy since some version. */
/* @__NO_SIDE_EFFECTS__ */
function withAccuracy(family: string, since = '0.9.0', until = '1.9.0', again = '1.10.0'): OpRow[] {
  const parts = { operands: 'operand', results: 'result' };
  return [
    op(`${family}_v1`, since, until, parts),
    op(`${family}_v2`, again, null, { ...parts, attrs: { result_accuracy: accuracy } }),
  ];
}

/** Operations without attributes, and functions with an accuracy (StableHLO, `VhloOps.td`). */
export const elementwiseRows: readonly OpRow[] = [
  ...alike(
    'operand',
    'result',
    'abs bitcast_convert ceil count_leading_zeros convert floor imag negate not popcnt real reshape round_nearest_even round_nearest_afz sign uniform_dequantize uniform_quantize',
  ),
  ...alike(
    'lhs rhs',
    'result',
    'add and atan2 complex divide maximum minimum multiply or power remainder shift_left shift_right_arithmetic shift_right_logical subtract xor',
  ),
  ...alike('inputs*', 'result', 'after_all'),
  ...alike('min operand max', 'result', 'clamp'),
  ...alike('', 'output', 'create_token'),
  ...alike(
    'operand padding_value edge_padding_low edge_padding_high interior_padding',
    'result',
    'dynamic_pad',
  ),
  ...alike('operand output_shape', 'result', 'dynamic_reshape'),
  ...alike('operand update start_indices*', 'result', 'dynamic_update_slice'),
  ...alike('x', 'y', 'is_finite'),
  ...alike('operand*', 'result*', 'optimization_barrier'),
  ...alike('', 'result', 'partition_id replica_id'),
  ...alike('operand start_indices limit_indices strides', 'result', 'real_dynamic_slice'),
  ...alike('results*', '', 'return'),
  ...alike('pred on_true on_false', 'result', 'select'),
  ...alike('val*', 'result', 'tuple'),
  ...withAccuracy('cbrt'),
  ...withAccuracy('cosine'),
  ...withAccuracy('exponential', '0.9.0', '1.8.0', '1.9.0'),
  ...withAccuracy('exponential_minus_one'),
  ...withAccuracy('log'),
  ...withAccuracy('log_plus_one'),
  ...withAccuracy('logistic'),
  ...withAccuracy('rsqrt'),
  ...withAccuracy('sine'),
  ...withAccuracy('sqrt'),
  ...withAccuracy('tan', '1.4.0'),
  ...withAccuracy('tanh'),
];
