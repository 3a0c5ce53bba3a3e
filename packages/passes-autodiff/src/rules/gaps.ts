import { type Capability, gapsOf } from '@shardform/ir-core';
import { gradientRule } from '../gradient-rule.ts';

const NO_FLOATS = 'gives integers, truth values or tokens, through which no gradient flows';
const CONSTANT = 'has no operand that an argument could reach';
const STATIC_FORM =
  'needs static shapes; refine them first, as with `opt --stablehlo-refine-arguments` or `--stablehlo-refine-shapes`';
const COLLECTIVE =
  'is a collective of the partitioned program; differentiate the program before it is partitioned';
const HOST = 'exchanges data with the host while the program runs';
const DEPRECATED = 'is deprecated; `opt --stablehlo-legalize-deprecated-ops` replaces it';
const QUANTIZED = 'rounds to integers; differentiate the program on floats, or its quantization-aware form';
const EXPAND = 'is differentiated once `opt --chlo-legalize-to-stablehlo` has expanded it';

/** The rules of differentiation, and the operations without one. */
export const gradientCapability: Capability = {
  name: 'gradient',
  supports: (definition, context) => context.implements(gradientRule, definition),
  gaps: [
    ...gapsOf('stablehlo', {
      [NO_FLOATS]:
        'after_all and compare count_leading_zeros create_token get_dimension_size is_finite not or popcnt shift_left shift_right_arithmetic shift_right_logical xor',
      [CONSTANT]: 'constant iota partition_id replica_id rng rng_bit_generator',
      [STATIC_FORM]:
        'dynamic_broadcast_in_dim dynamic_conv dynamic_gather dynamic_iota dynamic_pad dynamic_reshape real_dynamic_slice set_dimension_size',
      [COLLECTIVE]:
        'all_gather all_reduce all_to_all async_done async_start collective_broadcast collective_permute collective_reduce reduce_scatter',
      [HOST]: 'infeed outfeed recv send',
      [DEPRECATED]: 'broadcast cross-replica-sum unary_einsum',
      'is deprecated, and JAX never emits it; write it with dot_general or gather':
        'einsum torch_index_select',
      [QUANTIZED]: 'uniform_dequantize uniform_quantize',
      'is the gradient of other operations; JAX programs contain it after differentiation only':
        'batch_norm_grad select_and_scatter',
      'normalizes over the batch in one operation, which JAX never emits; write it with reduce and arithmetic':
        'batch_norm_inference batch_norm_training',
      'is inlined by `opt --stablehlo-legalize-composite-to-call` and then differentiated': 'composite',
      'groups values without computing; pass the elements one by one': 'get_tuple_element tuple',
      'is the terminator of a region, which the rule of the operation around it reads': 'return',
    }),
    ...gapsOf('chlo', {
      [EXPAND]:
        '_asin_acos_kernel bessel_i1e broadcast_add broadcast_atan2 broadcast_complex broadcast_divide broadcast_maximum broadcast_minimum broadcast_multiply broadcast_polygamma broadcast_power broadcast_remainder broadcast_select broadcast_subtract broadcast_zeta ragged_dot scan',
      [NO_FLOATS]:
        'broadcast_and broadcast_compare broadcast_or broadcast_shift_left broadcast_shift_right_arithmetic broadcast_shift_right_logical broadcast_xor is_inf is_neg_inf is_pos_inf mulhi',
      [CONSTANT]: 'constant constant_like',
      'steps from one float to its neighbour, which has no derivative': 'broadcast_next_after next_after',
    }),
    ...gapsOf('sdy', {
      [COLLECTIVE]:
        'all_gather all_reduce all_slice all_to_all collective_permute reduce_scatter replicated_to_unreduced sharded_to_unreduced',
      [CONSTANT]: 'constant',
      'is a program per device; differentiate the program before it is made manual': 'manual_computation',
      'marks data flow while shardings are propagated and is removed afterwards':
        'data_flow_edge func_data_flow_edge',
      'computes nothing': 'mesh sharding_group',
      'is differentiated once `opt --sdy-export-named-computations` has made it a call': 'named_computation',
      'is the terminator of a region, which the rule of the operation around it reads': 'return',
    }),
    {
      ops: ['func.*'],
      reason: 'is no operation on tensors; calls are inlined before a function is differentiated',
    },
    {
      ops: [
        ...['arith.*', 'cf.*', 'complex.*', 'llvm.*', 'math.*', 'quant.*', 'scf.*', 'shape.*', 'tensor.*'],
        ...['emitc.*', 'emitpy.*', 'ub.*', 'vhlo.*'],
      ],
      reason: 'programs are differentiated in StableHLO',
    },
    { ops: ['hlo.*'], reason: 'programs are differentiated before XLA compiles them' },
    { ops: ['check.*', 'interpreter.*'], reason: 'serves tests of the interpreter' },
    { ops: ['dist.*'], reason: 'has gradients as operations of its own, such as `dist.matmul_grad`' },
    { ops: ['mpmd.*'], reason: 'programs are differentiated before their parts are put on meshes' },
    {
      ops: ['ttcore.*', 'ttir.*', 'ttnn.*'],
      reason: 'programs are differentiated in StableHLO, before they are lowered',
    },
  ],
};
